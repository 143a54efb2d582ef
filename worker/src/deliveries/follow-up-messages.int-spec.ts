import { Call } from '@ringwell/database/calls/call.entity';
import { Connection } from '@ringwell/database/deliveries/connection.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { rows } from '@ringwell/database/postgres/sql';
import type { DeliveryChannelName } from '@ringwell/domain/deliveries/delivery';
import { openTakeToken } from '@ringwell/platform/crypto/follow-up-link-token';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { TEST_KEY } from '@ringwell/testing/test-keys';

import { buildRecap } from './recap';
import { failWith, useDeliverySender } from './testing/use-delivery-sender';

const HOUR = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR);

describe('messages about follow-ups', () => {
  const harness = useDeliverySender();
  const query = (sql: string, parameters: unknown[] = []): Promise<unknown[]> =>
    rows(harness.database.manager, sql, parameters);

  const makeOverdueFollowUp = (phone: string): Promise<{ id: string; callId: string }> =>
    harness.database.makeFollowUp(harness.accountId, {
      phone,
      calledAt: hoursAgo(5),
      dueAt: hoursAgo(2.5),
    });

  async function planDigest(channel: DeliveryChannelName = 'slack', destination = '#calls'): Promise<string> {
    const { accountId, database } = harness;
    const escalationId = await database.unitOfWork.run(async ({ escalations, deliveries }) => {
      const escalation = await escalations.escalate(accountId);
      if (!escalation) throw new Error('Nothing is overdue.');
      const { escalationId: id } = escalation;
      await deliveries.planMessages(accountId, [{ channel, destination, destinationHash: destination }], {
        escalationId: id,
      });
      return id;
    });
    return (await database.manager.findOneByOrFail(Delivery, { escalationId })).id;
  }

  describe('a digest', () => {
    it('lists the waiting customers, with a link to take each unclaimed follow-up', async () => {
      const [first, second] = [await makeOverdueFollowUp('+15550000001'), await makeOverdueFollowUp('+15550000002')];
      const closedFollowUp = await makeOverdueFollowUp('+15550000003');
      const deliveryId = await planDigest();
      await query(`update follow_ups set state = 'in_progress', taken_by = 'Paul' where id = $1`, [second.id]);
      await query(`update follow_ups set state = 'dismissed', closed_at = now() where id = $1`, [closedFollowUp.id]);
      await harness.pass();
      expect(await harness.findDelivery(deliveryId)).toMatchObject({ state: 'sent', attempts: 1 });
      const [{ digest }] = harness.channel.digests as [(typeof harness.channel.digests)[number]];
      expect(digest).toMatchObject({ title: '2 customers are still waiting for a call', moreCount: 0 });
      const [freeItem, takenItem] = [first, second].map(({ id }) => digest.items.find(({ url }) => url.endsWith(id)));
      expect(freeItem).toMatchObject({
        who: 'Dana Reyes',
        phone: '(555) 000-0001',
        why: 'Call back about the missed visit',
        delay: '2 hours overdue',
        handler: 'No one has it yet',
        url: `https://calls.example.com/follow-ups/${first.id}`,
      });
      expect(takenItem).toMatchObject({ handler: 'Paul has it', takeUrl: null });
      const token = freeItem?.takeUrl?.replace('https://calls.example.com/api/follow-up-links/', '') ?? '';
      const link = openTakeToken(token, new SecretBox(TEST_KEY));
      expect(link).toMatchObject({ deliveryId, followUpId: first.id });
      expect(Math.round(((link?.expiresAt.getTime() ?? 0) - Date.now()) / (24 * HOUR))).toBe(7);
    });

    it('starts with customers in danger, like the app', async () => {
      await makeOverdueFollowUp('+15550000001');
      const { id } = await makeOverdueFollowUp('+15550000002');
      await query('update follow_ups set is_danger = true where id = $1', [id]);
      await planDigest();
      await harness.pass();
      const why = 'Call back about the missed visit';
      const items = [{ phone: '(555) 000-0002', why: `Danger: ${why}` }, { why }];
      expect(harness.channel.digests).toMatchObject([{ digest: { items } }]);
    });

    it('omits details that the account hides', async () => {
      const { callId: id } = await makeOverdueFollowUp('+15550000001');
      await query(`update calls set customer_name = 'Wilson'`);
      await query(
        `update analyses set follow_up = '{"needed": true, "what": "Call Reyes or Wilson of 4211 Oak Street at 512-555-0199"}'`,
      );
      await harness.accounts.updateSettings(harness.accountId, {
        hidePhoneNumbers: true,
        hideNames: true,
        hideAddresses: true,
      });
      const call = await harness.database.manager.findOneByOrFail(Call, { id });
      await harness.deliveries.plan(call, [{ channel: 'slack', destination: '', destinationHash: '', priority: 0 }]);
      await planDigest();
      while ((await harness.pass()) > 0);
      const why = 'Call [name] or [name] of [address] at [phone number]';
      expect(harness.channel.calls.map((message) => buildRecap(message, '').followUp)).toEqual([why]);
      const items = [{ who: '[name]', phone: '[phone number]', why }];
      expect(harness.channel.digests).toMatchObject([{ digest: { items } }]);
    });

    it("lists follow-ups that are overdue by PostgreSQL's clock when the worker's clock is behind", async () => {
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest();
      await query(`update follow_ups set due_at = now() + interval '1 minute'`);
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent' });
      expect(harness.channel.digests).toMatchObject([{ digest: { items: [{ delay: '1 minute overdue' }] } }]);
    });

    it('is not sent if no customers are waiting anymore', async () => {
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest();
      await query(`update follow_ups set snoozed_until = now() + interval '1 hour'`);
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'suppressed', errorCode: 'OVERDUE_SETTLED' });
      expect(harness.channel.sent).toEqual([]);
    });

    it.each([
      [{ slackEnabled: false }, 'CHANNEL_SWITCHED_OFF'],
      [{ overdueAlertsEnabled: false }, 'OVERDUE_ALERTS_OFF'],
      [{ active: false }, 'ACCOUNT_SWITCHED_OFF'],
    ])('is suppressed with the settings %j', async (settings, errorCode) => {
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest();
      await harness.accounts.updateSettings(harness.accountId, settings);
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'suppressed', errorCode });
    });

    it("waits until a member's quiet hours end", async () => {
      harness.useChannels('email');
      const { database, accountId } = harness;
      const { id: userId, email } = await database.makeMember(harness.account, 'member');
      const formatHour = (shift: number): string => new Date(Date.now() + shift * HOUR).toISOString().slice(11, 16);
      const { members } = database.repositories;
      await members.changeAlerts(accountId, userId, {
        labels: [],
        quietHours: { from: formatHour(-1), until: formatHour(1) },
      });
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest('email', email ?? '');
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'pending', attempts: 0, errorCode: 'QUIET_HOURS' });
      await members.changeAlerts(accountId, userId, { labels: [], quietHours: null });
      await harness.deliveries.endQuietHours(accountId, email ?? '');
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'sent' });
    });

    it('combines all digests from quiet hours into one message, whichever is sent first', async () => {
      harness.useChannels('email');
      const ids: string[] = [];
      const addDigest = async (phone: string): Promise<void> => {
        await query(`update escalations set created_at = created_at - interval '61 minutes'`);
        await makeOverdueFollowUp(phone);
        ids.push(await planDigest('email', 'office@example.com'));
        await query(`update deliveries set error_code = 'QUIET_HOURS' where state = 'pending'`);
      };
      const listStates = async (): Promise<string[]> =>
        Promise.all(
          ids.map(async (id) => (await harness.findDelivery(id)).errorCode ?? (await harness.findDelivery(id)).state),
        );
      for (const phone of ['+15550000001', '+15550000002', '+15550000003']) await addDigest(phone);
      const [firstId = '', , lastId = ''] = ids;
      await query('update deliveries set priority = 9 where id = $1', [firstId]);
      while ((await harness.pass()) > 0);
      expect(await listStates()).toEqual(['DIGEST_MERGED', 'DIGEST_MERGED', 'sent']);
      expect(harness.channel.digests).toHaveLength(1);
      expect(harness.channel.digests.at(-1)?.digest.title).toBe('3 customers are still waiting for a call');

      for (const phone of ['+15550000004', '+15550000005']) await addDigest(phone);
      await query('update deliveries set priority = 9 where id = $1', [ids.at(-1)]);
      harness.channel.respond = failWith();
      await harness.pass();
      await harness.makeDue();
      harness.channel.respond = () => ({});
      await harness.pass();
      expect((await listStates()).slice(2)).toEqual(['sent', 'DIGEST_MERGED', 'sent']);
      expect(harness.channel.digests.at(-1)?.digest.title).toBe('2 customers are still waiting for a call');
      expect(await harness.findDelivery(lastId)).toMatchObject({ attempts: 1 });
    });

    it('is retried, unlike a test message, and waits while its destination is paused', async () => {
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest();
      harness.channel.respond = failWith({ retryAfterMs: 600_000 });
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'retry', attempts: 1 });
      await harness.makeDue();
      await harness.pass();
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'retry', attempts: 1 });
      expect(await harness.database.manager.count(Connection)).toBe(1);
    });

    it('is resent once if it may have arrived', async () => {
      await makeOverdueFollowUp('+15550000001');
      const id = await planDigest();
      harness.channel.respond = failWith({ kind: 'timeout' });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await harness.makeDue();
        await harness.pass();
      }
      expect(harness.channel.digests).toHaveLength(2);
      expect(await harness.findDelivery(id)).toMatchObject({ state: 'dead', errorCode: 'DELIVERY_UNCONFIRMED' });
    });

    it('is not mistaken for a test message', async () => {
      await makeOverdueFollowUp('+15550000001');
      await planDigest();
      expect(await harness.deliveries.listLatestTests(harness.accountId, 'slack')).toEqual([]);
    });
  });

  describe('a webhook', () => {
    async function planWebhook(): Promise<{ id: string; deliveryId: string }> {
      harness.useChannels('webhook');
      const { accountId, database } = harness;
      await harness.accounts.updateSettings(accountId, { sealedWebhookUrl: 'sealed' });
      const { id } = await makeOverdueFollowUp('+15550000001');
      await database.unitOfWork.run(async ({ escalations, followUpDeliveries }) => {
        const { changes = [] } = (await escalations.escalate(accountId)) ?? {};
        await followUpDeliveries.planEvents(accountId, changes);
      });
      const { id: deliveryId } = await database.manager.findOneByOrFail(Delivery, { channel: 'webhook' });
      return { id, deliveryId };
    }

    it('describes the follow-up', async () => {
      const { id, deliveryId } = await planWebhook();
      await harness.pass();
      expect(await harness.findDelivery(deliveryId)).toMatchObject({ state: 'sent' });
      expect(harness.channel.events).toMatchObject([
        {
          event: {
            type: 'overdue',
            followUp: {
              id,
              state: 'open',
              customer: { name: 'Dana Reyes', phone: '+15550000001' },
              why: 'Call back about the missed visit',
            },
          },
        },
      ]);
    });

    it('names the kind once the analysis has been deleted', async () => {
      await planWebhook();
      await query('delete from analyses');
      await harness.pass();
      expect(harness.channel.events).toMatchObject([{ event: { followUp: { why: 'Unhappy customer' } } }]);
    });

    it('is not sent for a demo account', async () => {
      const { deliveryId } = await planWebhook();
      await harness.accounts.update(harness.accountId, { status: 'demo' });
      await harness.pass();
      expect(await harness.findDelivery(deliveryId)).toMatchObject({
        state: 'suppressed',
        errorCode: 'ACCOUNT_NOT_ACTIVE',
      });
    });
  });

  describe('the alert about a call', () => {
    async function sendAlert(change: string): Promise<unknown> {
      const { callId } = await harness.database.makeFollowUp(harness.accountId, {
        dueAt: new Date('2026-01-05T15:00:00Z'),
        calledAt: hoursAgo(5),
      });
      if (change !== '') await query(`update follow_ups set ${change}`);
      await harness.deliveries.plan({ id: callId, accountId: harness.accountId, runNumber: 1 }, [
        { channel: 'slack', destination: '#calls', destinationHash: '#calls', priority: 0 },
      ]);
      await harness.pass();
      return harness.channel.calls[0]?.callBack;
    }

    it('states when to call back, and links to the follow-up', async () => {
      expect(await sendAlert('')).toEqual({
        text: 'Overdue: callback was due by Mon, Jan 5, 3:00 PM UTC',
        url: expect.stringMatching(/^https:\/\/calls\.example\.com\/follow-ups\/[\w-]+$/) as string,
        takeUrl: expect.stringMatching(/^https:\/\/calls\.example\.com\/api\/follow-up-links\/v1\./) as string,
      });
    });

    it('uses relative days for people, but dates for systems, where they are read later', async () => {
      const makeFollowUpDue = `due_at = now() + interval '1 day', snoozed_until = now() + interval '1 day'`;
      expect(await sendAlert(makeFollowUpDue)).toMatchObject({ text: expect.stringMatching(/ tomorrow$/) as string });
      harness.useChannels('webhook');
      await query(`update deliveries set state = 'pending', channel = 'webhook'`);
      await harness.pass();
      expect(harness.channel.calls).toMatchObject([
        { callBack: { text: expect.stringMatching(/^Snoozed until \w{3}, \w{3} \d{1,2}, .* UTC$/) as string } },
      ]);
    });

    it('names the person who has taken the follow-up', async () => {
      expect(await sendAlert(`state = 'in_progress', taken_by = 'Paul'`)).toMatchObject({
        text: 'Overdue: callback was due by Mon, Jan 5, 3:00 PM UTC (Paul has it)',
        takeUrl: null,
      });
    });

    it('states that the customer was called back', async () => {
      const closedChange = `state = 'done', outcome = 'recovered', closed_at = now(), called_back_at = now()`;
      expect(await sendAlert(closedChange)).toEqual({ text: 'Already called back', url: null, takeUrl: null });
    });

    it('does not mention a dismissed follow-up', async () => {
      expect(await sendAlert(`state = 'dismissed', closed_at = now()`)).toBeNull();
    });
  });
});
