import type { Account } from '@ringwell/database/accounts/account.entity';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { setUpStripe } from '@ringwell/platform/stripe/setup/set-up-stripe';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

const PORTAL_PATH = '/api/billing/portal';
const PATH = '/api/billing/subscription';
const PERIOD_END = new Date('2026-12-20T09:30:00Z');

describe('/api/billing', () => {
  const stripe = useStripe();
  const database = useTestDatabase();
  let api: TestApi;
  let account: Account;
  let user: User;
  let client: SessionClient;

  async function signIn(settings: Partial<AccountSettings> = {}, userFields: Partial<User> = {}): Promise<void> {
    ({ account, user } = await database.makeAccount({ user: userFields, settings }));
    client = await api.signIn(user);
  }
  const listPortalSessions = (): Record<string, string>[] =>
    stripe.requests.filter(({ path }) => path === '/v1/billing_portal/sessions').map(({ fields }) => fields);
  const listOpenedPortals = (userId: string): Promise<ActivityLog[]> =>
    database.manager.findBy(ActivityLog, { userId, action: 'Billing portal opened' });

  describe('with Stripe', () => {
    beforeAll(async () => {
      api = await startApi(database.url, {
        ...stripe.settings,
        PUBLIC_URL: 'http://calls.example.com/',
      });
    });
    afterAll(() => api.stop());
    beforeEach(() => {
      stripe.subscribe('sub_1', { customer: 'cus_1' });
      stripe.requests.length = 0;
    });

    it('returns the subscription as Stripe last reported it', async () => {
      await signIn({
        stripeSubscriptionId: 'sub_1',
        stripeCustomerId: 'cus_1',
        subscriptionStatus: 'past_due',
        subscriptionPlan: 'team',
        addOns: ['slack'],
        currentPeriodEnd: PERIOD_END,
      });
      const { status, headers, body } = await client.get(PATH);
      expect({ status, cache: headers.get('cache-control'), body }).toEqual({
        status: 200,
        cache: 'no-store',
        body: {
          status: 'past_due',
          plan: 'team',
          addOns: ['slack'],
          currentPeriodEnd: PERIOD_END.toISOString(),
          canManage: true,
        },
      });
      expect(stripe.requests).toEqual([]);
    });

    it("doesn't return a plan for an ended subscription, which can still be managed", async () => {
      await signIn({ stripeCustomerId: 'cus_1', subscriptionStatus: 'canceled', subscriptionPlan: 'team' });
      expect((await client.get(PATH)).body).toMatchObject({ status: 'canceled', plan: null, canManage: true });
    });

    it('returns empty fields, and does not open the portal, without a subscription', async () => {
      await signIn();
      expect((await client.get(PATH)).body).toEqual({
        status: null,
        plan: null,
        addOns: [],
        currentPeriodEnd: null,
        canManage: false,
      });
      expect(await client.post(PORTAL_PATH)).toMatchObject(
        problem(409, 'NEVER_SUBSCRIBED', { message: expect.stringContaining('Choose a plan first') as string }),
      );
      expect(listPortalSessions()).toEqual([]);
    });

    it('opens the portal with the configuration from the setup, and returns to the dashboard', async () => {
      await setUpStripe(new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin }), {
        PRODUCT_NAME: 'Ringwell',
        PUBLIC_URL: undefined,
        PRIVACY_URL: undefined,
        TERMS_URL: undefined,
      });
      await signIn({ stripeCustomerId: 'cus_1' });
      const { status, headers, body } = await client.post(PORTAL_PATH);
      expect({ status, cache: headers.get('cache-control'), body }).toEqual({
        status: 200,
        cache: 'no-store',
        body: { url: 'https://billing.stripe.test/p/session/cus_1' },
      });
      const [configuration] = stripe.catalog.listObjects('billing_portal/configurations');
      expect(listPortalSessions()).toEqual([
        { customer: 'cus_1', return_url: 'http://calls.example.com/', configuration: configuration?.id },
      ]);
      expect(await listOpenedPortals(user.id)).toMatchObject([{ accountId: account.id }]);
      expect(api.log.join('')).not.toContain('billing.stripe.test');
    });

    it("requests Stripe's default portal if setup hasn't run, and fails if Stripe has none", async () => {
      stripe.catalog.clear();
      await signIn({ stripeCustomerId: 'cus_1' });
      expect(await client.post(PORTAL_PATH)).toMatchObject(problem(502, 'BILLING_REFUSED'));
      expect(listPortalSessions()).toEqual([{ customer: 'cus_1', return_url: 'http://calls.example.com/' }]);
      expect(await listOpenedPortals(user.id)).toEqual([]);
    });

    it("opens the impersonated account's portal, and records the administrator in the activity log", async () => {
      await setUpStripe(new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin }), {
        PRODUCT_NAME: 'Ringwell',
        PUBLIC_URL: undefined,
        PRIVACY_URL: undefined,
        TERMS_URL: undefined,
      });
      await signIn({ stripeCustomerId: 'cus_1' });
      const impersonated = { account, user };
      await signIn({}, { role: 'admin' });
      await client.post(`/api/admin/impersonate/${impersonated.user.id}`);
      expect((await client.post(PORTAL_PATH)).status).toBe(200);
      expect(await listOpenedPortals(user.id)).toMatchObject([
        { accountId: impersonated.account.id, metadata: { impersonatedUserId: impersonated.user.id } },
      ]);
    });

    it("says that there is nothing to manage if Stripe doesn't have the customer", async () => {
      await signIn({ stripeCustomerId: 'cus_deleted' });
      expect(await client.post(PORTAL_PATH)).toMatchObject(problem(409, 'NEVER_SUBSCRIBED'));
    });

    it.each(['a malformed response', 'an error'])(
      'fails to open the portal but still returns the subscription while Stripe returns %s',
      async (mode) => {
        await signIn({ stripeCustomerId: 'cus_1', subscriptionStatus: 'active', subscriptionPlan: 'base' });
        stripe.reply = () =>
          mode === 'a malformed response'
            ? { body: 'nonsense' }
            : FakeStripeServer.errorReply(500, { type: 'api_error', message: 'Oops' });
        expect(await client.post(PORTAL_PATH)).toMatchObject(problem(502, 'BILLING_FAILED'));
        expect((await client.get(PATH)).status).toBe(200);
      },
    );

    it('rejects visitors', async () => {
      const visitor = new SessionClient(api.url, '');
      expect([(await visitor.get(PATH)).status, (await visitor.post(PORTAL_PATH)).status]).toEqual([401, 401]);
    });
  });

  describe('without Stripe', () => {
    beforeAll(async () => {
      api = await startApi(database.url);
    });
    afterAll(() => api.stop());

    it('returns the subscription, but does not open the portal', async () => {
      await signIn({ stripeCustomerId: 'cus_1', subscriptionStatus: 'active', subscriptionPlan: 'base' });
      expect((await client.get(PATH)).body).toMatchObject({ status: 'active', plan: 'base', canManage: false });
      expect(await client.post(PORTAL_PATH)).toMatchObject(problem(503, 'billing_not_configured'));
      await signIn();
      expect(await client.post(PORTAL_PATH)).toMatchObject(problem(503, 'billing_not_configured'));
    });
  });
});
