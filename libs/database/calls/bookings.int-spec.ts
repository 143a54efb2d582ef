import { BOOKINGS, type Booking } from '@ringwell/domain/calls/booking';
import { ASKED_COUNTS, CONFIRMED_BOOKINGS, NO_BOOKINGS, REACHED_COUNTS } from '@ringwell/domain/calls/booking-rate';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { WeeklyLetterContentsRepository } from '../weekly-letters/weekly-letter-contents.repository';
import { AgentsRepository } from './agents.repository';
import { BookingFact } from './booking-fact.entity';
import { BookingsRepository } from './bookings.repository';
import type { CallAnalysis } from './call-analysis.entity';
import type { Call } from './call.entity';
import { CallsRepository } from './calls.repository';
import { HappinessRecountRepository } from './happiness-recount.repository';

const ALL_TIME = { from: '2020-01-01', to: '2020-12-31' };
const NOON = new Date('2020-06-15T12:00:00Z');

describe('BookingsRepository', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    await database.query('delete from happiness_recounts');
    accountId = (await database.makeAccount()).account.id;
  });

  const createRepository = (): BookingsRepository => new BookingsRepository(database.manager);
  const makeCompleted = (
    booking: Booking | null,
    call: Partial<Call> = {},
    outcome: Partial<Pick<CallAnalysis, 'asked' | 'reached'>> = {},
  ): Promise<Call> =>
    database.makeCompletedCall(accountId, {
      call: { occurredAt: NOON, direction: 'inbound', ...call },
      analysis: { booking, ...outcome },
    });
  const createAgent = (name: string): Promise<string> =>
    new AgentsRepository(database.manager).findOrCreate(accountId, name);

  async function expectExactSums(): Promise<void> {
    const countedBookings = [
      'booked',
      'not_booked_undecided',
      'not_booked_unreached',
      'not_booked_other',
      'not_a_lead',
    ];
    const storedRows = await database.query(
      `
      select to_char(day, 'YYYY-MM-DD') as day, dimension, value, ${countedBookings.join(', ')} from happiness_days
      where account_id = $1 and ${countedBookings.join(' + ')} > 0 order by 1, 2, 3`,
      [accountId],
    );
    expect(storedRows).toEqual(
      await database.query(
        `
        select to_char(time, 'YYYY-MM-DD') as day, dimension, value,
          ${countedBookings.map((name) => `(count(*) filter (where booking = '${name}'))::int as ${name}`).join(', ')}
        from (
          select least(occurred_at, calls.created_at) at time zone 'UTC' as time, direction, agent_id, booking
          from calls join analyses on call_id = calls.id and analyses.run_number = result_run_number
          where calls.account_id = $1 and source <> 'demo' and booking <> 'unclear') judged
        cross join lateral (values ('all', ''), ('direction', direction), ('agent', agent_id::text),
          ('hour', extract(hour from time)::text), (direction || '_agent', agent_id::text),
          (direction || '_hour', extract(hour from time)::text)) part (dimension, value)
        where dimension is not null and value is not null group by 1, 2, 3 order by 1, 2, 3`,
        [accountId],
      ),
    );
  }

  it('counts bookings by day, agent and hour, in one direction or both', async () => {
    const paul = await createAgent('Paul');
    await makeCompleted('booked', { agentId: paul });
    await makeCompleted('not_booked_undecided', { agentId: paul, direction: 'outbound' });
    await makeCompleted('not_booked_unreached', { occurredAt: new Date('2020-06-16T09:00:00Z') });
    await makeCompleted('not_a_lead');
    await makeCompleted('booked', { source: 'demo' });
    await expectExactSums();
    expect(await createRepository().listDays(accountId, ALL_TIME)).toMatchObject([
      { day: '2020-06-15', booked: 1, not_booked_undecided: 1, not_booked_unreached: 0, not_a_lead: 1 },
      { day: '2020-06-16', booked: 0, not_booked_unreached: 1 },
    ]);
    expect(await createRepository().listDays(accountId, ALL_TIME, 'outbound')).toMatchObject([
      { day: '2020-06-15', booked: 0, not_booked_undecided: 1 },
    ]);
    expect(await createRepository().listBreakdowns(accountId, ALL_TIME)).toMatchObject([
      { dimension: 'agent', value: paul, name: 'Paul', counts: { booked: 1, not_booked_undecided: 1 } },
      { dimension: 'hour', value: '9', counts: { not_booked_unreached: 1 } },
      { dimension: 'hour', value: '12', counts: { booked: 1, not_a_lead: 1 } },
    ]);
    expect(await createRepository().listBreakdowns(accountId, ALL_TIME, 'inbound')).toMatchObject([
      { dimension: 'agent', counts: { booked: 1, not_booked_undecided: 0 } },
      { dimension: 'hour', value: '9' },
      { dimension: 'hour', value: '12' },
    ]);
  });

  it("combines all of a person's names, and excludes hidden agents", async () => {
    const [paul, pauly, spam] = [await createAgent('Paul'), await createAgent('Pauly'), await createAgent('Spam')];
    await database.query('update agents set same_as_id = $2 where id = $1', [pauly, paul]);
    await new AgentsRepository(database.manager).update(accountId, spam, { memberUserId: null, isHidden: true });
    for (const agentId of [paul, pauly, spam]) await makeCompleted('booked', { agentId });
    const breakdowns = await createRepository().listBreakdowns(accountId, ALL_TIME);
    expect(breakdowns.filter(({ dimension }) => dimension === 'agent')).toMatchObject([
      { name: 'Paul', counts: { booked: 2 } },
    ]);
  });

  it('reuses the rows that hold daily sums, and excludes unclear calls', async () => {
    await makeCompleted(null);
    const listDayRows = (): Promise<object[]> =>
      database.query('select from happiness_days where account_id = $1', [accountId]);
    const sizeBefore = (await listDayRows()).length;
    await makeCompleted('unclear');
    await makeCompleted('booked');
    expect(await listDayRows()).toHaveLength(sizeBefore);
    expect(await createRepository().listDays(accountId, ALL_TIME)).toMatchObject([{ booked: 1 }]);
  });

  it('updates the counts when calls are corrected or deleted', async () => {
    const paul = await createAgent('Paul');
    const calls = await Promise.all(BOOKINGS.map((booking) => makeCompleted(booking)));
    const [first, second, third] = calls.map(({ id }) => id);
    await database.query(`update analyses set booking = 'booked' where call_id = $1`, [second]);
    await expectExactSums();
    await database.query('update analyses set booking = null where call_id = $1', [third]);
    const occurredAt = new Date('2020-02-01T23:30:00Z');
    await new CallsRepository(database.manager).updateDetails(accountId, first!, {
      agentId: paul,
      direction: 'outbound',
      occurredAt,
    });
    await expectExactSums();
    await database.query('delete from calls where id = any($1)', [[first, calls[4]?.id]]);
    await expectExactSums();
    expect(await createRepository().listDays(accountId, ALL_TIME)).toMatchObject([{ booked: 1, not_booked_other: 1 }]);
  });

  describe('with jobs and campaigns from ServiceTitan', () => {
    const insertFact = (callId: string, changes: Partial<BookingFact> = {}): Promise<unknown> =>
      database.manager.insert(BookingFact, { callId, accountId, evidence: 'lead_call', jobId: 'j1', ...changes });
    const listConfirmedCounts = async (): Promise<unknown[]> =>
      (await createRepository().listDays(accountId, ALL_TIME)).map((day) =>
        CONFIRMED_BOOKINGS.map((name) => day[name]),
      );

    it('counts calls with a job, even a canceled job, until the job is deleted, but ignores jobs found only by phone number', async () => {
      const [bookedCall, undecidedCall, otherCall, likelyCall] = [
        await makeCompleted('booked'),
        await makeCompleted('not_booked_undecided'),
        await makeCompleted('not_a_lead'),
        await makeCompleted('booked'),
      ];
      await insertFact(bookedCall.id);
      await insertFact(undecidedCall.id, { evidence: 'customer' });
      await insertFact(otherCall.id);
      await insertFact(likelyCall.id, { evidence: 'phone' });
      expect(await listConfirmedCounts()).toEqual([[1, 1, 1]]);
      await database.manager.update(BookingFact, { callId: undecidedCall.id }, { jobCanceledAt: new Date() });
      await database.manager.update(BookingFact, { callId: likelyCall.id }, { evidence: 'customer' });
      expect(await listConfirmedCounts()).toEqual([[2, 1, 1]]);
      await database.query(`update analyses set booking = 'booked' where call_id = $1`, [otherCall.id]);
      expect(await listConfirmedCounts()).toEqual([[3, 1, 0]]);
      await database.manager.delete(BookingFact, { callId: bookedCall.id });
      await database.query('delete from calls where id = $1', [otherCall.id]);
      expect(await listConfirmedCounts()).toEqual([[1, 1, 0]]);
    });

    it('counts a job that was found before the call had a result', async () => {
      const call = await makeCompleted('booked', { resultRunNumber: null });
      await insertFact(call.id);
      expect(await listConfirmedCounts()).toEqual([]);
      await database.query('update calls set result_run_number = 1 where id = $1', [call.id]);
      expect(await listConfirmedCounts()).toEqual([[1, 0, 0]]);
    });

    it("counts bookings by campaign, in one direction or both, and updates the counts when a call's campaign changes", async () => {
      const { id } = await makeCompleted('booked', { campaign: 'Radio' });
      await makeCompleted('not_booked_other', { campaign: 'Radio', direction: 'outbound' });
      await makeCompleted(null, { campaign: 'Mailing' });
      await makeCompleted('booked');
      const listCampaigns = async (direction: 'inbound' | null = null): Promise<unknown[]> =>
        (await createRepository().listBreakdowns(accountId, ALL_TIME, direction))
          .filter(({ dimension }) => dimension === 'campaign')
          .map(({ value, counts }) => [value, counts.booked, counts.not_booked_other]);
      expect(await listCampaigns()).toEqual([['Radio', 1, 1]]);
      expect(await listCampaigns('inbound')).toEqual([['Radio', 1, 0]]);
      await database.query('update calls set campaign = $2 where id = $1', [id, 'x'.repeat(5_000)]);
      expect(await listCampaigns()).toEqual([
        ['Radio', 0, 1],
        ['x'.repeat(200), 1, 0],
      ]);
    });
  });

  it('counts unbooked calls in which agents asked, and outbound calls that reached someone', async () => {
    const agentId = await createAgent('Paul');
    const outbound = { agentId, direction: 'outbound' } as const;
    const askedCall = await makeCompleted('not_booked_other', { agentId }, { asked: 'asked' });
    await makeCompleted('not_booked_undecided', outbound, { asked: 'not_asked', reached: 'reached' });
    await makeCompleted('not_booked_other', { agentId }, { asked: 'unclear' });
    await makeCompleted('not_booked_unreached', { agentId }, { asked: 'not_asked' });
    await makeCompleted('booked', { agentId, source: 'demo' }, { asked: 'asked' });
    const countReached = async (direction: 'outbound' | null = null): Promise<unknown> => {
      const [breakdown] = await createRepository().listBreakdowns(accountId, ALL_TIME, direction);
      return ASKED_COUNTS.map((name) => breakdown?.counts[name]);
    };
    const listReached = async (): Promise<unknown> =>
      (await createRepository().listDays(accountId, ALL_TIME)).map((day) => [
        day.day,
        ...REACHED_COUNTS.map((name) => day[name]),
      ]);
    expect([await countReached(), await countReached('outbound')]).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(await listReached()).toEqual([['2020-06-15', 1, 0]]);
    const { id } = await makeCompleted(
      null,
      { ...outbound, occurredAt: new Date('2020-06-16T12:00:00Z') },
      { reached: 'not_reached' },
    );
    await makeCompleted(null, {}, { reached: 'not_reached' }); // not outbound
    expect(await listReached()).toEqual([
      ['2020-06-15', 1, 0],
      ['2020-06-16', 0, 1],
    ]);
    await database.query(`update analyses set booking = 'booked' where call_id = $1`, [askedCall.id]);
    await database.query(`update analyses set reached = 'unclear' where call_id = $1`, [id]);
    expect(await countReached()).toEqual([0, 1]);
    expect(await listReached()).toEqual([['2020-06-15', 1, 0]]);
    await database.query('delete from calls where account_id = $1', [accountId]);
    expect(await createRepository().listDays(accountId, ALL_TIME)).toEqual([]);
  });

  it("provides the weekly letter's bookings, along with the previous week's", async () => {
    await makeCompleted('booked');
    await makeCompleted('not_booked_other', { occurredAt: new Date('2020-06-21T23:00:00Z') });
    await makeCompleted('not_a_lead', { occurredAt: new Date('2020-06-14T23:00:00Z') });
    await makeCompleted('booked', { occurredAt: new Date('2020-06-22T00:00:00Z') });
    const letterContents = await new WeeklyLetterContentsRepository(database.manager).read(
      accountId,
      '2020-06-15',
      'UTC',
    );
    expect(letterContents.bookings).toEqual({
      counts: { ...NO_BOOKINGS, booked: 1, not_booked_other: 1 },
      previousCounts: { ...NO_BOOKINGS, not_a_lead: 1 },
    });
  });

  it('counts calls from before an upgrade once they are recounted', async () => {
    await makeCompleted('booked');
    await makeCompleted(null);
    await database.query('update judged_calls set booking = null where account_id = $1', [accountId]);
    expect(await createRepository().listDays(accountId, ALL_TIME)).toEqual([]);
    await database.query('insert into happiness_recounts (account_id) values ($1)', [accountId]);
    expect(await new HappinessRecountRepository(database.manager).recountNext(10)).toBe(2);
    await expectExactSums();
    expect(await createRepository().listDays(accountId, ALL_TIME)).toMatchObject([{ booked: 1 }]);
  });
});
