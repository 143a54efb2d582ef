import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Account } from '@ringwell/database/accounts/account.entity';
import { makeStripeEvent, makeStripeSignature } from '@ringwell/testing/stripe-events';
import { useStripe } from '@ringwell/testing/use-stripe';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const SECRET = 'whsec_system';
const TIMEOUT_MS = 120_000;
const run = promisify(execFile);

describe('subscriptions', () => {
  const stripe = useStripe();
  const system = useTestSystem([], { workers: 0, env: () => ({ ...stripe.settings, STRIPE_WEBHOOK_SECRET: SECRET }) });

  async function sendEvent(type: string, id: string): Promise<void> {
    const body = makeStripeEvent(type, stripe.buildSubscription(id));
    const { status } = await fetch(`${system.url}/api/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': makeStripeSignature(body, SECRET) },
    });
    expect(status).toBe(200);
  }
  async function waitForStatus(accountId: string, expectedStatus: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      const { status } = await system.database.manager.findOneByOrFail(Account, { id: accountId });
      if (status === expectedStatus) return;
      if (Date.now() > deadline)
        throw new Error(
          `The account is still ${status}.\n${system.workers.flatMap(({ log }) => log.slice(-10)).join('\n')}`,
        );
      await sleep(50);
    }
  }

  it('activate an account even if the worker is killed, and deactivate it when they end', async () => {
    const firstWorker = await system.startWorkerProcess();
    const { account } = await system.database.makeAccount({
      account: { status: 'demo', activatedAt: null },
    });
    stripe.subscribe('sub_1', { customer: 'cus_1', metadata: { userId: account.id } });
    const requested = new Promise<void>((resolve) => {
      stripe.reply = () => {
        resolve();
        return 'hang';
      };
    });
    await sendEvent('customer.subscription.created', 'sub_1');
    await requested;
    await firstWorker.kill();
    stripe.reply = (request) => stripe.serve(request);
    await system.database.query('update stripe_events set run_after = now()'); // the dead worker's lease expires
    await system.startWorker();
    await waitForStatus(account.id, 'active');
    stripe.subscriptions.set('sub_1', 'canceled');
    await sendEvent('customer.subscription.deleted', 'sub_1');
    await waitForStatus(account.id, 'demo');
  });

  it('can be sold after running one setup command, which is idempotent', async () => {
    stripe.catalog.clear();
    const setUp = async (env: Record<string, string> = {}): Promise<string> =>
      (
        await run(process.execPath, ['dist/libs/platform/stripe/setup/stripe-setup.cli.js'], {
          env: {
            ...stripe.settings,
            PUBLIC_URL: 'https://calls.example.com',
            PRODUCT_NAME: 'Answered',
            ...env,
          },
        })
      ).stdout;
    const firstOutput = await setUp();
    expect(firstOutput).toMatch(/price ringwell_overage +created +price_/);
    expect(firstOutput).toContain('product Answered team chat');
    expect(firstOutput).toMatch(/\nSTRIPE_WEBHOOK_SECRET=whsec_\w+\n$/);
    const secondOutput = await setUp();
    expect(secondOutput).not.toMatch(/ created | updated |whsec_/);
    await expect(setUp({ STRIPE_SECRET_KEY: 'sk_test_Revoked00000' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Stripe rejected STRIPE_SECRET_KEY\. (?!.*Revoked)/) as string,
    });
    await expect(setUp({ STRIPE_SECRET_KEY: '' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set STRIPE_SECRET_KEY') as string,
    });
  });
});
