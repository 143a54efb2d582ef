import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { WeeklyLetterContentsRepository } from '@ringwell/database/weekly-letters/weekly-letter-contents.repository';
import { WeeklyLettersRepository } from '@ringwell/database/weekly-letters/weekly-letters.repository';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { FailingUnitOfWork } from '@ringwell/testing/failing-unit-of-work';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';

import { ChannelRegistry } from '../deliveries/channel-registry';
import type { DeliveryChannel } from '../deliveries/delivery-channel';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { useDeliverySender } from '../deliveries/testing/use-delivery-sender';
import { passOnce } from '../leader/testing/pass-once';
import { WeeklyLetterLoop } from './weekly-letter.loop';

// A Monday, one day after clocks in New York went forward.
const MONDAY_7AM = '2026-03-09T11:00:00Z';
const WEDNESDAY = new Date('2026-03-04T15:00:00Z');

class FixedTimeLoop extends WeeklyLetterLoop {
  time = new Date();

  protected override now(): Date {
    return this.time;
  }
}

describe('WeeklyLetterLoop', () => {
  const harness = useDeliverySender();
  let owner: TestAccount;

  beforeEach(async () => {
    await harness.database.query('truncate accounts, users cascade');
    owner = await harness.database.makeAccount({
      user: { email: 'owner@example.com' },
      settings: { timeZone: 'America/New_York', slackEnabled: true, slackChannel: '#calls' },
    });
    harness.account = owner;
    await makeJudgedCall('positive');
  });

  const makeJudgedCall = (sentiment: Sentiment, occurredAt = WEDNESDAY): Promise<unknown> =>
    harness.database.makeCompletedCall(harness.accountId, {
      call: { occurredAt, createdAt: occurredAt },
      analysis: { sentiment },
    });

  async function pass(
    time = MONDAY_7AM,
    { isLeader = true, unitOfWork = new UnitOfWork(harness.database.dataSource) } = {},
  ): Promise<void> {
    const channels = (['slack', 'teams', 'google_chat', 'email'] as const).map(
      (name) => ({ name, problem: null }) as DeliveryChannel,
    );
    const { manager } = harness.database;
    const [letters, accounts] = [new WeeklyLettersRepository(manager), new AccountsRepository(manager)];
    const policy = new DeliveryPolicyService(new ChannelRegistry(channels), {} as WorkerConfig);
    await passOnce(isLeader, (leader) => {
      const loop = new FixedTimeLoop(leader, letters, accounts, unitOfWork, policy);
      loop.time = new Date(time);
      return loop;
    });
  }
  const listPlannedDeliveries = async (): Promise<string[]> =>
    (await harness.database.manager.find(Delivery, { order: { channel: 'asc', destination: 'asc' } })).map(
      ({ channel, destination, state }) => `${channel} ${destination} ${state}`,
    );
  const listWeeks = (): Promise<{ week: string }[]> =>
    harness.database.query(
      `select to_char(week, 'YYYY-MM-DD') as week from weekly_letters where not is_test order by week`,
    );
  async function addMember(email: string, role: MemberRole): Promise<string> {
    const { user } = await harness.database.makeAccount({ user: { email } });
    await new UnitOfWork(harness.database.dataSource).run(({ members }) =>
      members.add(harness.accountId, user.id, role),
    );
    return user.id;
  }
  // Moves a follow-up into the week, because old calls don't open follow-ups.
  async function makeWaitingFollowUp(options: Parameters<typeof makeFollowUp>[2], dueAt: Date): Promise<string> {
    const { database } = harness;
    const { id, callId } = await database.makeFollowUp(harness.accountId, options);
    await database.query('update calls set occurred_at = $2 where id = $1', [callId, WEDNESDAY]);
    await database.query('update follow_up_calls set called_at = $2 where call_id = $1', [callId, WEDNESDAY]);
    await database.query('update follow_ups set opened_at = $2, due_at = $3 where id = $1', [id, WEDNESDAY, dueAt]);
    return id;
  }
  const OWNER_EMAIL = 'email owner@example.com pending';

  it.each([
    ['after the clocks went forward', '2026-03-09T10:59:00Z', MONDAY_7AM, '2026-03-02'],
    ['after the clocks went back', '2026-11-02T11:59:00Z', '2026-11-02T12:00:00Z', '2026-10-26'],
  ])('writes the letter on Monday at 7 AM %s', async (_case, earlyTime, at, week) => {
    await makeJudgedCall('positive', new Date('2026-10-28T15:00:00Z'));
    await pass(earlyTime);
    expect(await listWeeks()).toEqual([]);
    await pass(at);
    expect(await listWeeks()).toEqual([{ week }]);
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
  });

  it('still writes a missed letter until the end of Monday, but only once', async () => {
    await pass('2026-03-10T03:59:00Z');
    await pass('2026-03-10T03:59:30Z');
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
  });

  it('uses UTC for a time zone that PostgreSQL does not support', async () => {
    await harness.database.query(`update account_settings set time_zone = 'America/Unknown'`);
    await harness.database.query('delete from happiness_recounts');
    await pass('2026-03-09T07:00:00Z');
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
    const contents = new WeeklyLetterContentsRepository(harness.database.manager);
    await makeWaitingFollowUp({ phone: '+15550100142' }, WEDNESDAY);
    expect(await contents.read(harness.accountId, '2026-03-02', 'America/Unknown')).toMatchObject({
      unhappyCount: 1,
    });
  });

  it('does not write a letter later in the week', async () => {
    await pass('2026-03-10T12:00:00Z');
    expect(await listPlannedDeliveries()).toEqual([]);
  });

  it('writes one letter when several workers believe they are the leader', async () => {
    await Promise.all([pass(), pass(), pass()]);
    expect(await listWeeks()).toHaveLength(1);
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
    await pass(MONDAY_7AM, { isLeader: false });
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
  });

  it('retries after a crash before the commit', async () => {
    await pass(MONDAY_7AM, { unitOfWork: new FailingUnitOfWork(harness.database.dataSource) });
    expect([await listWeeks(), await listPlannedDeliveries()]).toEqual([[], []]);
    await pass();
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL]);
  });

  it.each([
    ['without judged calls', 'delete from calls'],
    ['that is disabled', 'update accounts set is_active = false'],
    ['that is a demo account', `update accounts set status = 'demo'`],
    ['whose processing is off', 'update account_settings set active = false'],
    ['whose calls are being recounted', 'insert into happiness_recounts (account_id) select id from accounts'],
  ])('skips an account %s', async (_case, change) => {
    await harness.database.query(change);
    await pass();
    expect(await listPlannedDeliveries()).toEqual([]);
  });

  it('sends the letter to owners, managers, and subscribed members', async () => {
    await addMember('manager@example.com', 'manager');
    const unsubscribedMemberId = await addMember('quiet@example.com', 'manager');
    await addMember('member@example.com', 'member');
    const viewerId = await addMember('viewer@example.com', 'viewer');
    await harness.database.repositories.letterReaders.setSubscribed(harness.accountId, unsubscribedMemberId, false);
    await harness.database.repositories.letterReaders.setSubscribed(harness.accountId, viewerId, true);
    await pass();
    expect(await listPlannedDeliveries()).toEqual([
      'email manager@example.com pending',
      OWNER_EMAIL,
      'email viewer@example.com pending',
    ]);
  });

  it("sends the letter to the account's chats if these letters are turned on", async () => {
    await harness.database.repositories.accounts.updateSettings(harness.accountId, {
      weeklyLetterChats: true,
    });
    await pass();
    expect(await listPlannedDeliveries()).toEqual([OWNER_EMAIL, 'slack #calls pending']);
    harness.useChannels('slack', 'email');
    await harness.pass();
    expect(harness.channel.letters).toMatchObject([{ isTest: false, view: { week: 'Mar 2 – 8' } }]);
  });

  it('does not send a letter after the day it was written, unlike a test', async () => {
    await pass();
    const [delivery] = await harness.database.manager.find(Delivery);
    harness.useChannels('email');
    await harness.database.query(`update deliveries set created_at = created_at - interval '1 day'`);
    await harness.pass();
    expect(await harness.findDelivery(delivery?.id)).toMatchObject({
      state: 'suppressed',
      errorCode: 'LETTER_EXPIRED',
    });
    await harness.database.query('update weekly_letters set is_test = true');
    await harness.database.query(`update deliveries set state = 'pending', lease_until = null`);
    await harness.pass();
    expect(await harness.findDelivery(delivery?.id)).toMatchObject({ state: 'sent' });
  });

  it('shows the status of unhappy customers and promises', async () => {
    const dateInMarch = (time: string): Date => new Date(`2026-03-0${time}Z`);
    await makeWaitingFollowUp({ phone: '+15550100142' }, dateInMarch('4T16:00:00'));
    await makeWaitingFollowUp(
      { kind: 'promise', phone: '+15550100143', customerName: 'Paul Ruiz' },
      dateInMarch('6T15:00:00'),
    );
    const keptPromiseId = await makeWaitingFollowUp(
      { kind: 'promise', phone: '+15550100144' },
      dateInMarch('5T15:00:00'),
    );
    await harness.database.query(
      `update follow_ups set state = 'done', outcome = 'called_back', called_back_at = $2, closed_at = $2 where id = $1`,
      [keptPromiseId, dateInMarch('5T14:00:00')],
    );
    await pass();
    harness.useChannels('email');
    await harness.pass();
    const [letter] = harness.channel.letters;
    expect(letter).toMatchObject({ readerId: owner.user.id });
    expect(letter?.view).toMatchObject({
      title: 'Last week: 4 calls',
      unhappy: {
        figure: '1',
        items: [
          {
            title: 'Dana Reyes, (555) 010-0142',
            quote: 'I have been waiting since eight',
            lines: [
              'Wed, Mar 4, 10:00 AM EST',
              'Call back about the missed visit',
              'Still waiting for a call. No one has it yet.',
            ],
          },
        ],
      },
      promises: {
        figure: '1 kept, 1 broken',
        items: [{ title: 'Paul Ruiz, (555) 010-0143', lines: ['Send the quote by Friday', expect.any(String)] }],
      },
      praise: { items: [{ quote: 'Thank you so much' }] },
    });
  });

  it('quotes unhappy customers from that week, not from a later call', async () => {
    const { database } = harness;
    const phone = '+15550100142';
    await makeWaitingFollowUp({ phone }, WEDNESDAY);
    const [{ callId }] = await database.query<[{ callId: string }]>('select call_id as "callId" from follow_ups');
    const laterFollowUp = await database.makeFollowUp(harness.accountId, { phone, customerName: 'Dana R.' });
    const followUps = await database.query<object[]>('select call_id as "callId" from follow_ups');
    expect(followUps).toEqual([{ callId: laterFollowUp.callId }]);
    const contents = new WeeklyLetterContentsRepository(database.manager);
    const { unhappy } = await contents.read(harness.accountId, '2026-03-02', 'America/New_York');
    expect(unhappy).toMatchObject([{ callId, calledAt: WEDNESDAY, quote: { startMs: 1_000 } }]);
  });

  it('counts promises as the customer page does', async () => {
    const { database } = harness;
    const dueAt = new Date('2026-03-05T15:00:00Z');
    const earlyTime = '2026-03-05T14:00:00Z';
    const changes = [
      `state = 'done', outcome = 'recovered', called_back_at = '${earlyTime}', closed_at = now()`,
      `state = 'done', outcome = 'called_back', called_back_at = '2026-03-05T16:00:00Z', closed_at = now()`,
      `state = 'done', outcome = 'no_answer', closed_at = '${earlyTime}'`,
      `state = 'done', outcome = 'still_unhappy', called_back_at = '${earlyTime}', closed_at = '${earlyTime}'`,
      `state = 'done', outcome = 'not_needed', closed_at = '${earlyTime}'`,
      `state = 'dismissed', closed_at = '${earlyTime}'`,
      `snoozed_until = now() + interval '1 day'`,
    ];
    for (const [index, change] of changes.entries()) {
      const id = await makeWaitingFollowUp({ kind: 'promise', phone: `+1555010014${index}` }, dueAt);
      await database.query(`update follow_ups set ${change} where id = $1`, [id]);
    }
    const contents = new WeeklyLetterContentsRepository(database.manager);
    const { promises } = await contents.read(harness.accountId, '2026-03-02', 'America/New_York');
    expect(promises).toMatchObject({ kept: 1, broken: 3 });
    expect(new Set(promises.brokenItems.map(({ outcome }) => outcome))).toEqual(
      new Set(['called_back', 'no_answer', 'still_unhappy']),
    );
  });

  it('does not send the letter to members who have since unsubscribed, left or lost their role', async () => {
    const managerId = await addMember('manager@example.com', 'manager');
    const formerMemberId = await addMember('former@example.com', 'manager');
    await pass();
    await harness.database.repositories.letterReaders.setSubscribed(harness.accountId, owner.user.id, false);
    await new UnitOfWork(harness.database.dataSource).run(async ({ members }) => {
      await members.changeRole(harness.accountId, managerId, 'viewer');
      await members.remove(harness.accountId, formerMemberId);
    });
    harness.useChannels('email');
    while ((await harness.pass()) > 0);
    expect(harness.channel.letters).toEqual([]);
    expect(await listPlannedDeliveries()).toEqual(
      ['former', 'manager', 'owner'].map((name) => `email ${name}@example.com suppressed`),
    );
  });
});
