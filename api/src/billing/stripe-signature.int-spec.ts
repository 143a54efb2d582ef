import { StripeEvent } from '@ringwell/database/billing/stripe-event.entity';
import { problem } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import {
  sendStripeEvent,
  makeStripeEvent,
  makeStripeSignature,
  type StripeWebhookResponse,
} from '@ringwell/testing/stripe-events';
import { useStripe } from '@ringwell/testing/use-stripe';

const SECRET = 'whsec_CurrentSigningSecret00000000';
const PREVIOUS_SECRET = 'whsec_PreviousSigningSecret0000000';
const SUBSCRIPTION = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  metadata: { note: 'payload-text' },
};
const EVENT = makeStripeEvent('customer.subscription.updated', SUBSCRIPTION);
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

describe('POST /api/webhooks/stripe with STRIPE_WEBHOOK_SECRET', () => {
  const stripe = useStripe();
  const { api, database } = useTestApi(() => ({
    ...stripe.settings,
    STRIPE_WEBHOOK_SECRET: ` ${SECRET}, ${PREVIOUS_SECRET} `,
  }));

  beforeEach(() => database.query('delete from stripe_events'));

  const sendEvent = (body: string, signature: string | undefined): Promise<StripeWebhookResponse> =>
    sendStripeEvent(api.url, body, signature);
  const sendSigned = (body: string, secret = SECRET, at?: number): Promise<StripeWebhookResponse> =>
    sendEvent(body, makeStripeSignature(body, secret, at));
  const listStoredEvents = (): Promise<StripeEvent[]> => database.manager.find(StripeEvent);

  it('accepts both secrets during a rotation', async () => {
    for (const secret of [SECRET, PREVIOUS_SECRET])
      expect((await sendSigned(makeStripeEvent('customer.subscription.updated', SUBSCRIPTION), secret)).status).toBe(
        200,
      );
    expect(await listStoredEvents()).toHaveLength(2);
  });

  it('verifies the raw bytes: a reserialized event does not match its signature', async () => {
    const body = EVENT;
    const reserializedBody = JSON.stringify(JSON.parse(body));
    expect((await sendEvent(reserializedBody, makeStripeSignature(body, SECRET))).status).toBe(400);
    expect((await sendSigned(body.replace('payload-text', 'Zoë 🙂'))).status).toBe(200);
  });

  it.each<[string, () => string | undefined]>([
    ['no signature', () => undefined],
    ['an empty signature', () => ''],
    ['a malformed signature', () => 'v1=,t=x'],
    ['a truncated signature', () => `t=${nowSeconds()},v1`],
    ['a signature with non-hexadecimal characters', () => `t=${nowSeconds()},v1=${'\u00e9'.repeat(64)}`],
    ['a signature without a timestamp', () => makeStripeSignature(EVENT, SECRET).replace(/^t=\d+,/, '')],
    ['a signature made with another secret', () => makeStripeSignature(EVENT, 'whsec_guessed')],
    ["another event's signature", () => makeStripeSignature(EVENT.replace('sub_1', 'sub_2'), SECRET)],
    ['a signature that is older than five minutes', () => makeStripeSignature(EVENT, SECRET, nowSeconds() - 305)],
    [
      'an old signature with a new timestamp',
      () => makeStripeSignature(EVENT, SECRET, nowSeconds() - 305).replace(/^t=\d+/, `t=${nowSeconds()}`),
    ],
    ['a signature from an older scheme', () => makeStripeSignature(EVENT, SECRET).replace('v1=', 'v0=')],
  ])('rejects an event with %s', async (_case, signature) => {
    expect(await sendEvent(EVENT, signature())).toMatchObject(problem(400, 'WEBHOOK_SIGNATURE_INVALID'));
    expect(await listStoredEvents()).toEqual([]);
  });

  it('accepts a signature that is four minutes old', async () => {
    expect((await sendSigned(EVENT, SECRET, nowSeconds() - 240)).status).toBe(200);
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '{"type":"invoice.paid"}',
    '{"type":"invoice.paid","id":"evt_1","data":{"object":{}}}',
    '{"id":1,"type":"invoice.paid","created":1,"data":{"object":{"id":"in_1"}}}',
  ])('rejects a signed body that is not an event: %s', async (body) => {
    expect(await sendSigned(body)).toMatchObject(
      problem(400, expect.stringMatching(/^WEBHOOK_(UNREADABLE|SIGNATURE_INVALID)$/) as string),
    );
    expect(await listStoredEvents()).toEqual([]);
  });

  it('never logs a secret or a payload', () => {
    expect(api.log.join('')).not.toMatch(/whsec_C|whsec_P|CurrentSigning|payload-text/);
  });
});

describe('POST /api/webhooks/stripe without STRIPE_WEBHOOK_SECRET', () => {
  const stripe = useStripe();
  const { api, database } = useTestApi(() => ({ ...stripe.settings }));

  it('rejects events, and logs at startup that the secret is missing', async () => {
    expect(await sendStripeEvent(api.url, EVENT, makeStripeSignature(EVENT, ''))).toMatchObject(
      problem(503, 'billing_not_configured'),
    );
    expect(await database.manager.count(StripeEvent)).toBe(0);
    expect(api.log.join('')).toContain('STRIPE_WEBHOOK_SECRET is not set');
  });
});
