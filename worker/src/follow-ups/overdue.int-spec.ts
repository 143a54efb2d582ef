import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { FollowUp } from '@ringwell/database/follow-ups/follow-up.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { FailingUnitOfWork } from '@ringwell/testing/failing-unit-of-work';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { ChannelRegistry } from '../deliveries/channel-registry';
import type { DeliveryChannel } from '../deliveries/delivery-channel';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { passOnce } from '../leader/testing/pass-once';
import { OverdueLoop } from './overdue.loop';

const HOUR = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR);

describe('OverdueLoop', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    await database.query('truncate accounts, users cascade');
    const { account } = await database.makeAccount({
      settings: {
        slackEnabled: true,
        slackChannel: '#calls',
        emailEnabled: true,
        emailAddress: ['office@example.com', 'quiet@example.com'],
        emailLabels: { 'quiet@example.com': ['positive'] },
        overdueAddresses: ['Owner@example.com'],
        sealedWebhookUrl: 'sealed',
      },
    });
    accountId = account.id;
  });

  async function pass({ isLeader = true, unitOfWork = new UnitOfWork(database.dataSource) } = {}): Promise<void> {
    const channels = (['slack', 'teams', 'google_chat', 'email'] as const).map(
      (name) => ({ name, problem: null }) as DeliveryChannel,
    );
    const [escalations, accounts] = [database.repositories.escalations, database.repositories.accounts];
    const policy = new DeliveryPolicyService(new ChannelRegistry(channels), {} as WorkerConfig);
    await passOnce(isLeader, (leader) => new OverdueLoop(leader, escalations, accounts, unitOfWork, policy));
  }
  const makeOverdueFollowUp = (phone: string, dueAt = hoursAgo(1)): Promise<{ id: string }> =>
    database.makeFollowUp(accountId, { phone, calledAt: hoursAgo(5), dueAt });
  const findFollowUp = (id: string): Promise<FollowUp> => database.manager.findOneByOrFail(FollowUp, { id });
  const listPlannedDeliveries = async (): Promise<string[]> =>
    (await database.manager.find(Delivery, { order: { channel: 'asc', destination: 'asc' } }))
      .filter(({ escalationId }) => escalationId !== null)
      .map(({ channel, destination, state }) => `${channel} ${destination} ${state}`);
  const listOverdueWebhooks = async (): Promise<string[]> =>
    (
      await database.query<
        { id: string }[]
      >(`select event.follow_up_id as id from deliveries join follow_up_events event on event.id = follow_up_event_id
         where event.type = 'overdue' and channel = 'webhook'`)
    ).map(({ id }) => id);
  const skipHour = (): Promise<unknown> =>
    database.query(`update escalations set created_at = created_at - interval '61 minutes'`);
  const DIGESTS = ['email office@example.com pending', 'email owner@example.com pending', 'slack #calls pending'];

  it('notifies people once about all overdue follow-ups, and systems about each one', async () => {
    const [first, second] = [await makeOverdueFollowUp('+15550000001'), await makeOverdueFollowUp('+15550000002')];
    await makeOverdueFollowUp('+15550000003', hoursAgo(-1));
    await pass();
    expect(await listPlannedDeliveries()).toEqual(DIGESTS);
    expect((await listOverdueWebhooks()).sort()).toEqual([first.id, second.id].sort());
    const [firstEscalated, secondEscalated] = [await findFollowUp(first.id), await findFollowUp(second.id)];
    expect(firstEscalated.escalatedAt).not.toBeNull();
    expect(firstEscalated.escalationId).toBe(secondEscalated.escalationId);
    await skipHour();
    await pass();
    expect(await listPlannedDeliveries()).toHaveLength(3);
    expect(await listOverdueWebhooks()).toHaveLength(2);
  });

  it('reports thousands of follow-ups once, in one digest and with few SQL statements', async () => {
    const { id } = await makeOverdueFollowUp('+15550000001');
    await database.query(
      `insert into follow_ups (account_id, call_id, kind, due_at, urgent_at, opened_at)
       select account_id, call_id, kind, due_at, urgent_at, opened_at from follow_ups, generate_series(2, 2000)
       where id = $1`,
      [id],
    );
    const statements = jest.spyOn(PostgresQueryRunner.prototype, 'query');
    await pass();
    expect(statements.mock.calls.length).toBeLessThan(30);
    statements.mockRestore();
    expect(await listPlannedDeliveries()).toEqual(DIGESTS);
    expect(new Set(await listOverdueWebhooks()).size).toBe(2_000);
    await skipHour();
    await pass();
    expect(await listPlannedDeliveries()).toEqual(DIGESTS);
    expect(await listOverdueWebhooks()).toHaveLength(2_000);
  });

  it('saves follow-ups that become overdue within the hour for the next digest', async () => {
    await makeOverdueFollowUp('+15550000001');
    await pass();
    const laterFollowUp = await makeOverdueFollowUp('+15550000002');
    await pass();
    expect((await findFollowUp(laterFollowUp.id)).escalatedAt).toBeNull();
    expect(await listPlannedDeliveries()).toHaveLength(3);
    await skipHour();
    await pass();
    expect((await findFollowUp(laterFollowUp.id)).escalatedAt).not.toBeNull();
    expect(await listPlannedDeliveries()).toHaveLength(6);
  });

  it.each([
    ['snoozed', `update follow_ups set snoozed_until = now() + interval '1 hour'`],
    ['closed', `update follow_ups set state = 'done', outcome = 'recovered', closed_at = now()`],
    ['in a disabled account', 'update accounts set is_active = false'],
    ['in a demo account', `update accounts set status = 'demo'`],
    ['in an account with processing turned off', 'update account_settings set active = false'],
  ])('ignores follow-ups that are %s', async (_case, change) => {
    await makeOverdueFollowUp('+15550000001');
    await database.query(change);
    await pass();
    expect(await listPlannedDeliveries()).toEqual([]);
  });

  it('escalates a snoozed follow-up once the snooze ends', async () => {
    const { id } = await makeOverdueFollowUp('+15550000001');
    await database.query(`update follow_ups set snoozed_until = now() - interval '1 minute'`);
    await pass();
    expect((await findFollowUp(id)).escalatedAt).not.toBeNull();
  });

  it('records overdue follow-ups, but does not message people if those messages are turned off', async () => {
    const { id } = await makeOverdueFollowUp('+15550000001');
    await database.repositories.accounts.updateSettings(accountId, {
      overdueAlertsEnabled: false,
    });
    await pass();
    expect(await listPlannedDeliveries()).toEqual([]);
    expect(await listOverdueWebhooks()).toEqual([id]);
    expect((await findFollowUp(id)).version).toBe(1);
  });

  it('escalates once when several workers believe they are the leader', async () => {
    await makeOverdueFollowUp('+15550000001');
    await Promise.all([pass(), pass(), pass()]);
    expect(await listPlannedDeliveries()).toEqual(DIGESTS);
    expect(await listOverdueWebhooks()).toHaveLength(1);
  });

  it('neither loses nor repeats an escalation when a worker dies', async () => {
    const { id } = await makeOverdueFollowUp('+15550000001');
    await pass({ unitOfWork: new FailingUnitOfWork(database.dataSource) });
    expect((await findFollowUp(id)).escalatedAt).toBeNull();
    expect(await listPlannedDeliveries()).toEqual([]);
    await pass();
    expect(await listPlannedDeliveries()).toEqual(DIGESTS);
  });

  it('runs only on the leader', async () => {
    await makeOverdueFollowUp('+15550000001');
    await pass({ isLeader: false });
    expect(await listPlannedDeliveries()).toEqual([]);
  });

  it('keeps accounts separate', async () => {
    await makeOverdueFollowUp('+15550000001');
    const { account: otherAccount } = await database.makeAccount({
      settings: { slackEnabled: true, slackChannel: '#other', emailEnabled: false },
    });
    await database.makeFollowUp(otherAccount.id, { calledAt: hoursAgo(5), dueAt: hoursAgo(1) });
    await pass();
    await pass();
    const digests = (await database.manager.findBy(Delivery, { accountId: otherAccount.id })).filter(
      ({ escalationId }) => escalationId !== null,
    );
    expect(digests.map(({ destination }) => destination)).toEqual(['#other']);
  });
});
