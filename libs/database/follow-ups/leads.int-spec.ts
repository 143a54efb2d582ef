import type { Booking } from '@ringwell/domain/calls/booking';
import { isUnbooked } from '@ringwell/domain/calls/booking';
import type { ConcludedCall } from '@ringwell/rules/follow-ups/plan-follow-up';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { BookingFact } from '../calls/booking-fact.entity';
import { closeWonLeads } from './close-won-leads';
import type { FollowUpChange } from './follow-up-events';
import { FollowUp } from './follow-up.entity';

const PHONE = 'tel:+15551234567';
const HOUR = 3_600_000;
const NOW = Date.now();
const hoursAgo = (hours: number): Date => new Date(NOW - hours * HOUR);

describe('FollowUpsRepository with leads', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    const settings = { leadsEnabled: true, averageTicketDollars: 450 };
    accountId = (await database.makeAccount({ settings })).account.id;
    await database.repositories.customers.findOrCreate(accountId, PHONE, null);
  });

  async function makeLeadCall(
    booking: Booking | null,
    hours: number,
    fields: Partial<ConcludedCall> = {},
  ): Promise<ConcludedCall> {
    const { direction = 'inbound', durationSeconds = 90 } = fields;
    const calledAt = hoursAgo(hours);
    const { id } = await database.makeCompletedCall(accountId, {
      call: { customerKey: PHONE, occurredAt: calledAt, direction, durationSeconds: String(durationSeconds) },
      analysis: { sentiment: 'neutral', booking },
    });
    const isLead = direction === 'inbound' && isUnbooked(booking);
    return {
      id,
      accountId,
      calledAt,
      direction,
      durationSeconds,
      label: 'neutral',
      course: [],
      booking,
      isMessage: false,
      reason: isLead ? { kind: 'lead', dueAt: new Date(calledAt.getTime() + HOUR / 4), isPromisedTime: false } : null,
      hasEarlierResult: false,
      ...fields,
    };
  }
  async function makeHangUp(hours: number): Promise<ConcludedCall> {
    const skippedCall = {
      state: 'skipped',
      skipReason: 'too_short',
      customerKey: PHONE,
      occurredAt: hoursAgo(hours),
    } as const;
    const { id } = await database.makeCall(accountId, { ...skippedCall, direction: 'inbound' });
    const lead = await makeLeadCall('not_booked_other', hours, { isHangUp: true, booking: null });
    await database.query('delete from calls where id = $1', [lead.id]);
    return { ...lead, id };
  }
  const apply = async (concludedCall: ConcludedCall): Promise<string[]> =>
    (await database.unitOfWork.run(({ followUps }) => followUps.apply(concludedCall))).map(({ type }) => type);
  const listStates = async (): Promise<unknown[]> =>
    (await database.manager.find(FollowUp, { where: { accountId }, order: { openedAt: 'asc' } })).map(
      ({ kind, state, outcome }) => [kind, state, outcome],
    );
  const readRevenue = (): Promise<unknown> =>
    database.query('select brought_cents, is_estimate, closed_by_call_id as by from follow_ups where account_id = $1', [
      accountId,
    ]);

  it('leaves a lead open after a callback without a booking, and marks it as won at the average job value once a call is booked', async () => {
    expect(await apply(await makeLeadCall('not_booked_undecided', 5))).toEqual(['opened']);
    expect(
      await apply(await makeLeadCall('not_booked_undecided', 4, { direction: 'outbound', durationSeconds: 300 })),
    ).toEqual(['called']);
    expect(await apply(await makeLeadCall('not_a_lead', 3))).toEqual(['joined']);
    expect(await listStates()).toEqual([['lead', 'open', null]]);
    const bookedCall = await makeLeadCall('booked', 2, { durationSeconds: 40 });
    expect(await apply(bookedCall)).toEqual(['done']);
    expect(await listStates()).toEqual([['lead', 'done', 'won']]);
    expect(await readRevenue()).toEqual([{ brought_cents: '45000', is_estimate: true, by: bookedCall.id }]);
  });

  it("reopens a won lead and clears its amount when the call's booking is corrected", async () => {
    await apply(await makeLeadCall('not_booked_other', 5));
    const bookedCall = await makeLeadCall('booked', 2, { direction: 'outbound' });
    await apply(bookedCall);
    const correctedCall = { ...bookedCall, booking: 'unclear', hasEarlierResult: true } as const;
    expect(await apply(correctedCall)).toEqual(['reopened', 'called']);
    expect(await listStates()).toEqual([['lead', 'open', null]]);
    expect(await readRevenue()).toEqual([{ brought_cents: null, is_estimate: false, by: null }]);
  });

  it('marks a lead as won immediately if the booked call was processed first', async () => {
    await apply(await makeLeadCall('booked', 2));
    expect(await apply(await makeLeadCall('not_booked_other', 5))).toEqual(['opened', 'done']);
    expect(await listStates()).toEqual([['lead', 'done', 'won']]);
  });

  it('turns a lead into a follow-up for an unhappy customer, which a callback settles', async () => {
    await apply(await makeLeadCall('not_booked_other', 5));
    const calledAt = hoursAgo(4);
    const reason = { kind: 'unhappy', dueAt: calledAt, isPromisedTime: false } as const;
    await apply({ ...(await makeLeadCall('not_booked_other', 4)), label: 'negative', reason });
    expect(await listStates()).toEqual([['unhappy', 'open', null]]);
    expect(await apply(await makeLeadCall('unclear', 2, { direction: 'outbound' }))).toEqual(['done']);
    expect(await listStates()).toEqual([['unhappy', 'done', 'recovered']]);
  });

  it.each([
    ['get through', 'not_a_lead', {}, [['lead', 'done', 'not_needed']]],
    [
      'get through and do not book',
      'not_booked_undecided',
      {},
      [
        ['lead', 'done', 'not_needed'],
        ['lead', 'open', null],
      ],
    ],
    ['get through and book', 'booked', {}, [['lead', 'done', 'won']]],
    ['are called back', 'not_a_lead', { direction: 'outbound' }, [['lead', 'done', 'called_back']]],
    ['are only left a message', 'not_a_lead', { direction: 'outbound', isMessage: true }, [['lead', 'open', null]]],
  ] as const)(
    'sets the right outcome for leads from callers who hung up when they %s',
    async (_case, booking, fields, expected) => {
      await apply(await makeHangUp(5));
      expect(await listStates()).toEqual([['lead', 'open', null]]);
      await apply(await makeHangUp(4));
      await apply(await makeLeadCall(booking, 2, fields));
      expect(await listStates()).toEqual(expected);
    },
  );

  it('updates the outcome of a lead from a caller who hung up when the booking is corrected', async () => {
    await apply(await makeHangUp(5));
    const call = await makeLeadCall('booked', 2);
    await apply(call);
    expect(await apply({ ...call, booking: 'not_a_lead', hasEarlierResult: true })).toEqual(['done']);
    expect(await listStates()).toEqual([['lead', 'done', 'not_needed']]);
    expect(await readRevenue()).toEqual([{ brought_cents: null, is_estimate: false, by: call.id }]);
    expect(await apply({ ...call, hasEarlierResult: true })).toEqual(['done']);
    expect(await apply({ ...call, hasEarlierResult: true })).toEqual([]);
    expect(await listStates()).toEqual([['lead', 'done', 'won']]);
    expect(await readRevenue()).toMatchObject([{ brought_cents: '45000', is_estimate: true }]);
  });

  it('immediately closes the lead of a caller who hung up and has since gotten through', async () => {
    await apply(await makeLeadCall('not_a_lead', 4));
    expect(await apply(await makeHangUp(5))).toEqual(['opened', 'done']);
    expect(await apply(await makeHangUp(3))).toEqual(['opened']);
    expect(await listStates()).toEqual([
      ['lead', 'done', 'not_needed'],
      ['lead', 'open', null],
    ]);
  });

  describe('with jobs', () => {
    const closeWonLead = async (call: ConcludedCall, job: Partial<BookingFact> = {}): Promise<string[]> => {
      const fact = { callId: call.id, accountId, evidence: 'customer', jobId: '4711', ...job } as const;
      await database.manager.upsert(BookingFact, fact, ['callId']);
      return (await database.dataSource.transaction((manager) => closeWonLeads(manager, [call.id]))).map(
        ({ type }) => type,
      );
    };
    const wonStates = [['lead', 'done', 'won']];
    const openStates = [['lead', 'open', null]];
    const fetchJob = async (): Promise<unknown> =>
      (
        await database.query<unknown[]>(
          'select job_id as job, brought_cents as cents, is_estimate as estimate from follow_ups where account_id = $1',
          [accountId],
        )
      )[0];

    it('closes a lead as won only once per job, at the average job value until the total is known', async () => {
      const lead = await makeLeadCall('not_booked_other', 5);
      await apply(lead);
      expect(await closeWonLead(lead)).toEqual(['done']);
      expect(await listStates()).toEqual(wonStates);
      expect(await fetchJob()).toEqual({ job: '4711', cents: '45000', estimate: true });
      expect(await closeWonLead(lead, { jobTotalCents: '0' })).toEqual([]);
      expect(await fetchJob()).toMatchObject({ cents: '0', estimate: false });
      expect(await closeWonLead(lead, { jobTotalCents: '63050' })).toEqual([]);
      expect(await fetchJob()).toEqual({ job: '4711', cents: '63050', estimate: false });
    });

    it('stores the total of the job that the call booked', async () => {
      await apply(await makeLeadCall('not_booked_other', 5));
      const bookedCall = await makeLeadCall('booked', 2);
      await apply(bookedCall);
      expect(await closeWonLead(bookedCall, { jobTotalCents: '12000' })).toEqual([]);
      expect(await fetchJob()).toEqual({ job: '4711', cents: '12000', estimate: false });
      expect(await listStates()).toEqual(wonStates);
    });

    it('keeps the outcome and total of a job when the call that booked it gets a different result', async () => {
      await apply(await makeHangUp(5));
      const bookedCall = await makeLeadCall('booked', 2);
      const reapply = (booking: Booking): Promise<string[]> =>
        apply({ ...bookedCall, booking, hasEarlierResult: true });
      await apply(bookedCall);
      await closeWonLead(bookedCall, { jobTotalCents: '12000' });
      expect([await reapply('not_a_lead'), await reapply('booked')]).toEqual([[], []]);
      expect(await fetchJob()).toEqual({ job: '4711', cents: '12000', estimate: false });
      await apply(await makeHangUp(1));
      expect(await closeWonLead(bookedCall, { jobCanceledAt: new Date() })).toEqual(['done']);
      await reapply('booked');
      expect(await listStates()).toEqual([['lead', 'done', 'not_needed'], ...openStates]);
    });

    it("locks a lead's customer while closing it, even if the customer is being merged", async () => {
      const lead = await makeLeadCall('not_booked_other', 5);
      await apply(lead);
      const fact = { callId: lead.id, accountId, evidence: 'customer', jobId: '4711' } as const;
      await database.manager.upsert(BookingFact, fact, ['callId']);
      const { customers } = database.repositories;
      const otherId = await customers.findOrCreate(accountId, PHONE, null);
      const keptId = await customers.findOrCreate(accountId, 'tel:+15557654321', null);
      const closingRunner = database.dataSource.createQueryRunner();
      await closingRunner.startTransaction();
      let leadChanges: Promise<FollowUpChange[]> = Promise.resolve([]);
      await database.unitOfWork.run(async ({ customerChanges }) => {
        await customerChanges.merge(accountId, keptId, otherId);
        leadChanges = closeWonLeads(closingRunner.manager, [lead.id]);
        await database.waitForLocks();
      });
      expect((await leadChanges).map(({ type }) => type)).toEqual(['done']);
      const lockCustomerSql = 'select from customers where id = $1 for update skip locked';
      expect(await database.query(lockCustomerSql, [keptId])).toEqual([]);
      await closingRunner.commitTransaction();
      await closingRunner.release();
      expect(await listStates()).toEqual(wonStates);
    });

    it('reopens a lead when its job is canceled, until another job is found', async () => {
      const lead = await makeLeadCall('not_booked_other', 5);
      await apply(lead);
      await closeWonLead(lead);
      expect(await closeWonLead(lead, { jobCanceledAt: new Date() })).toEqual(['reopened']);
      expect(await listStates()).toEqual(openStates);
      expect(await fetchJob()).toEqual({ job: null, cents: null, estimate: false });
      expect(await closeWonLead(lead, { jobCanceledAt: new Date() })).toEqual([]);
      expect(await closeWonLead(lead, { jobId: '4712', jobCanceledAt: null })).toEqual(['done']);
      expect(await fetchJob()).toMatchObject({ job: '4712' });
    });

    it("does not close a lead for an earlier call's or another customer's job, or for a job that a user has overruled", async () => {
      const earlierCall = await makeLeadCall('booked', 9);
      const lead = await makeLeadCall('not_booked_other', 5);
      await apply(lead);
      expect(await closeWonLead(earlierCall)).toEqual([]);
      const otherCustomersCall = await database.makeCompletedCall(accountId, {
        call: { customerKey: 'tel:+15550000000' },
      });
      expect(await closeWonLead({ ...lead, id: otherCustomersCall.id })).toEqual([]);
      expect(await listStates()).toEqual(openStates);
      expect(await closeWonLead(await makeLeadCall('not_a_lead', 3))).toEqual(['done']);
      const [{ id }] = await database.query<[{ id: string }]>('select id from follow_ups where account_id = $1', [
        accountId,
      ]);
      await database.unitOfWork.run(({ followUpChanges }) =>
        followUpChanges.change(accountId, id, undefined, { action: 'reopen' }, { userId: null, name: 'Dana' }),
      );
      expect(await closeWonLead(lead, { foundAt: hoursAgo(1) })).toEqual([]);
      expect(await listStates()).toEqual(openStates);
    });

    it('does not open a lead for a call that led to a job', async () => {
      const lead = await makeLeadCall('not_booked_other', 5);
      await closeWonLead(lead);
      expect(await apply(lead)).toEqual([]);
      await closeWonLead(lead, { jobCanceledAt: new Date() });
      expect(await apply(lead)).toEqual(['opened']);
    });
  });
});
