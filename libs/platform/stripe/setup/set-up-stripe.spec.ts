import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';

import { STRIPE_EVENT_TYPES } from '../read-stripe-event';
import { StripeConnection } from '../stripe-connection';
import { setUpStripe, type SetupSettings } from './set-up-stripe';
import { formatSetupReport, type SetupReport } from './setup-report';

const SETTINGS: SetupSettings = {
  PRODUCT_NAME: 'Ringwell',
  PUBLIC_URL: 'https://calls.example.com/',
  PRIVACY_URL: 'https://example.com/privacy',
  TERMS_URL: undefined,
};
const KEYS = ['ringwell_base', 'ringwell_overage', 'ringwell_team_chat'];

describe('setUpStripe', () => {
  let stripe: FakeStripeServer;
  beforeEach(async () => {
    stripe = new FakeStripeServer();
    stripe.catalog.clear();
    await stripe.start();
  });
  afterEach(() => stripe.stop());

  const setUp = (
    settings: Partial<SetupSettings> = {},
    secretKey: string | undefined = stripe.secretKey,
  ): Promise<SetupReport> =>
    setUpStripe(new StripeConnection({ secretKey, baseUrl: stripe.origin }), { ...SETTINGS, ...settings });
  const getOutcomes = ({ rows }: SetupReport): Record<string, string> =>
    Object.fromEntries(rows.map(({ resource, outcome }) => [resource, outcome]));
  const listWrites = (): string[] =>
    stripe.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const getPrice = (key: string): Record<string, unknown> => stripe.catalog.getPrice(stripe.prices.get(key) ?? '');

  it('creates everything in an empty account', async () => {
    const report = await setUp();
    expect(Object.values(getOutcomes(report))).toEqual(Array.from({ length: 9 }, () => 'created'));
    const [meter] = stripe.catalog.listObjects('billing/meters');
    expect(meter).toMatchObject({
      event_name: 'ringwell_minutes',
      default_aggregation: { formula: 'sum' },
      customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
      value_settings: { event_payload_key: 'value' },
    });
    expect(stripe.catalog.listObjects('products').map(({ id, name }) => [id, name])).toEqual([
      ['ringwell_base', 'Ringwell'],
      ['ringwell_overage', 'Ringwell minutes beyond 3,000'],
      ['ringwell_team_chat', 'Ringwell team chat'],
    ]);
    expect(getPrice('ringwell_base')).toMatchObject({
      product: 'ringwell_base',
      currency: 'usd',
      unit_amount: 9_900,
      recurring: { interval: 'month', usage_type: 'licensed' },
    });
    expect(getPrice('ringwell_team_chat')).toMatchObject({ unit_amount: 3_000 });
    expect(getPrice('ringwell_overage')).toMatchObject({
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      recurring: { interval: 'month', usage_type: 'metered', meter: meter?.id },
      tiers: [
        { up_to: 3_000, unit_amount: 0 },
        { up_to: null, unit_amount: null, unit_amount_decimal: '3.9' },
      ],
    });
    expect(stripe.catalog.listObjects('webhook_endpoints')).toMatchObject([
      {
        url: 'https://calls.example.com/api/webhooks/stripe',
        enabled_events: [...STRIPE_EVENT_TYPES],
        api_version: '2026-10-28.endive',
      },
    ]);
    expect(stripe.catalog.listObjects('billing_portal/configurations')).toMatchObject([
      {
        metadata: { ringwell: 'portal' },
        business_profile: { privacy_policy_url: 'https://example.com/privacy' },
        default_return_url: 'https://calls.example.com/',
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
        },
      },
    ]);
  });

  it('shows the signing secret once and all ids in a table', async () => {
    const table = formatSetupReport(await setUp());
    const [{ secret, id } = { secret: '', id: '' }] = stripe.catalog.listObjects('webhook_endpoints');
    expect(table).toMatch(/^meter ringwell_minutes +created +mtr_/);
    expect(table).toContain(`webhook endpoint                       created  ${id}`);
    expect(table.split('\n').at(-1)).toBe(`STRIPE_WEBHOOK_SECRET=${String(secret)}`);
    const secondRun = await setUp();
    expect(secondRun.webhookSecret).toBeUndefined();
    expect(formatSetupReport(secondRun)).not.toMatch(/whsec_|STRIPE_WEBHOOK_SECRET/);
  });

  it('changes nothing when run again', async () => {
    await setUp();
    stripe.requests.length = 0;
    expect(new Set(Object.values(getOutcomes(await setUp())))).toEqual(new Set(['found']));
    expect(listWrites()).toEqual([]);
  });

  it('continues an interrupted run', async () => {
    stripe.reply = (request) =>
      request.path === '/v1/billing_portal/configurations'
        ? FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' })
        : stripe.serve(request);
    await expect(setUp()).rejects.toMatchObject({
      code: 'BILLING_REFUSED',
      cause: expect.objectContaining({ message: expect.stringContaining('HTTP 400') as string }) as Error,
    });
    stripe.reply = (request) => stripe.serve(request);
    stripe.requests.length = 0;
    const report = await setUp();
    expect(listWrites()).toEqual(['POST /v1/billing_portal/configurations', 'POST /v1/webhook_endpoints']);
    expect(report.webhookSecret).toMatch(/^whsec_/);
  });

  it('replaces a price whose amount differs, and still recognizes subscribers on the old one', async () => {
    await setUp();
    const oldPriceId = stripe.prices.get('ringwell_team_chat') ?? '';
    stripe.catalog.put('prices', {
      ...getPrice('ringwell_team_chat'),
      id: oldPriceId,
      unit_amount: 2_500,
      unit_amount_decimal: '2500',
      metadata: {},
    });
    const report = await setUp();
    expect(getOutcomes(report)).toMatchObject({
      'price ringwell_base': 'found',
      'price ringwell_overage': 'found',
      'price ringwell_team_chat': 'created',
      'product Ringwell team chat': 'found',
    });
    expect(stripe.prices.get('ringwell_team_chat')).not.toBe(oldPriceId);
    expect(getPrice('ringwell_team_chat')).toMatchObject({ unit_amount: 3_000, product: 'ringwell_team_chat' });
    expect(stripe.catalog.getPrice(oldPriceId)).toMatchObject({
      lookup_key: null,
      metadata: { ringwell_price: 'ringwell_team_chat' },
    });
    expect(formatSetupReport(report)).toContain(`It replaces ${oldPriceId}, which existing subscriptions keep.`);
  });

  it.each<[string, object]>([
    [
      'a different first tier',
      {
        tiers: [
          { up_to: 1_000, unit_amount: 0 },
          { up_to: null, unit_amount_decimal: '3.9' },
        ],
      },
    ],
    [
      'a different rate',
      {
        tiers: [
          { up_to: 3_000, unit_amount: 0 },
          { up_to: null, unit_amount: 4 },
        ],
      },
    ],
    [
      'a different meter',
      { recurring: { interval: 'month', interval_count: 1, usage_type: 'metered', meter: 'mtr_other' } },
    ],
  ])('replaces a per-minute price that has %s', async (_case, difference) => {
    await setUp();
    const oldPriceId = stripe.prices.get('ringwell_overage') ?? '';
    stripe.catalog.put('prices', { ...getPrice('ringwell_overage'), id: oldPriceId, ...difference });
    expect(getOutcomes(await setUp())).toMatchObject({
      'price ringwell_overage': 'created',
      'price ringwell_base': 'found',
    });
    expect(new Set(Object.values(getOutcomes(await setUp())))).toEqual(new Set(['found']));
  });

  it('adopts manually created prices with their products', async () => {
    stripe.catalog.put('products', { id: 'prod_1', name: 'Calls' });
    stripe.catalog.put('prices', {
      id: 'price_1',
      product: 'prod_1',
      currency: 'usd',
      unit_amount: 9_900,
      unit_amount_decimal: '9900',
      recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null },
    });
    stripe.prices.set('ringwell_base', 'price_1');
    const report = await setUp();
    expect(report.rows.filter(({ outcome }) => outcome === 'found').map(({ id }) => id)).toEqual(['prod_1', 'price_1']);
    expect(stripe.catalog.listObjects('products').map(({ name }) => name)).toContain('Calls');
  });

  it('repairs archived, deactivated, disabled and renamed objects', async () => {
    await setUp();
    const changeFirstObject = (kind: string, difference: object): void => {
      const [object] = stripe.catalog.listObjects(kind);
      if (object) stripe.catalog.put(kind, { ...object, ...difference });
    };
    changeFirstObject('billing/meters', { status: 'inactive' });
    changeFirstObject('products', { active: false });
    changeFirstObject('prices', { active: false });
    changeFirstObject('webhook_endpoints', { status: 'disabled', enabled_events: ['invoice.paid'] });
    expect(getOutcomes(await setUp({ TERMS_URL: 'https://example.com/terms' }))).toEqual({
      'meter ringwell_minutes': 'updated',
      'product Ringwell': 'updated',
      'price ringwell_base': 'updated',
      'product Ringwell minutes beyond 3,000': 'found',
      'price ringwell_overage': 'found',
      'product Ringwell team chat': 'found',
      'price ringwell_team_chat': 'found',
      'customer portal': 'updated',
      'webhook endpoint': 'updated',
    });
    expect(getOutcomes(await setUp({ TERMS_URL: 'https://example.com/terms', PRODUCT_NAME: 'Calls' }))).toMatchObject({
      'product Calls': 'updated',
      'price ringwell_base': 'found',
    });
    expect(stripe.catalog.listObjects('webhook_endpoints')).toMatchObject([
      { status: 'enabled', enabled_events: [...STRIPE_EVENT_TYPES] },
    ]);
    expect(KEYS.map((key) => getPrice(key)['active'])).toEqual([true, true, true]);
  });

  it('rejects a meter that sums a different field', async () => {
    stripe.catalog.put('billing/meters', {
      id: 'mtr_1',
      event_name: 'ringwell_minutes',
      default_aggregation: { formula: 'count' },
      customer_mapping: { event_payload_key: 'stripe_customer_id' },
      value_settings: { event_payload_key: 'value' },
    });
    await expect(setUp()).rejects.toMatchObject({
      code: 'METER_MISMATCH',
      message: expect.stringContaining('mtr_1') as string,
    });
    expect(listWrites()).toEqual([]);
  });

  it.each([undefined, 'http://localhost:3000'])(
    'reports that it created no webhook endpoint when Stripe could not reach it: %s',
    async (PUBLIC_URL) => {
      const report = await setUp({ PUBLIC_URL });
      expect(getOutcomes(report)).toMatchObject({ 'webhook endpoint': 'skipped', 'customer portal': 'created' });
      expect(formatSetupReport(report)).toContain('Set PUBLIC_URL to an https URL');
      expect(stripe.catalog.listObjects('webhook_endpoints')).toEqual([]);
    },
  );

  it('names the missing setting, or reports a rejected key', async () => {
    await expect(setUpStripe(new StripeConnection({ baseUrl: stripe.origin }), SETTINGS)).rejects.toMatchObject({
      code: 'billing_not_configured',
      message: expect.stringContaining('STRIPE_SECRET_KEY') as string,
    });
    await expect(setUp({}, 'sk_test_revoked')).rejects.toMatchObject({ code: 'BILLING_KEY_REFUSED' });
  });
});
