import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import type { BusinessWeek } from '@ringwell/domain/accounts/business-week';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';
import { getZoneAtNoon } from '@ringwell/testing/zone-at-noon';

import type { FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import type { LeadPreviewDto } from './dto/lead-preview.dto';

const PATH = '/api/follow-ups';
const HOUR_MS = 3_600_000;
const ALWAYS_OPEN = Array.from({ length: 7 }, () => ({ from: '00:00', until: '24:00' })) as unknown as BusinessWeek;
const ago = (ms: number): Date => new Date(Date.now() - ms);

describe('Leads to win back', () => {
  const {
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({
    settings: {
      businessWeek: ALWAYS_OPEN,
      timeZone: getZoneAtNoon(),
      sealedWebhookUrl: 'sealed',
      leadsEnabled: true,
      averageTicketDollars: 450,
    },
  });

  async function makeCallWithResult(call: Partial<Call>, analysis: Partial<CallAnalysis>): Promise<Call> {
    const customerKey = `tel:${call.fromNumber}`;
    await database.repositories.customers.findOrCreate(account.account.id, customerKey, 'Dana Ortiz');
    return database.makeCompletedCall(account.account.id, {
      call: { direction: 'inbound', customerName: 'Dana Ortiz', customerKey, occurredAt: ago(HOUR_MS), ...call },
      analysis: { sentiment: 'neutral', evidence: [], ...analysis },
    });
  }
  const correctBooking = (call: Call, booking: string | null): Promise<unknown> =>
    owner.send('PUT', `/api/calls/${call.id}/words`, { booking });
  const listFollowUps = async (query: string): Promise<FollowUpPageDto['followUps']> =>
    (await owner.get<FollowUpPageDto>(`${PATH}?${query}`)).body.followUps;
  const countNotices = async (): Promise<number> =>
    (await database.manager.findBy(Delivery, { accountId: account.account.id })).filter(
      ({ followUpEventId }) => followUpEventId !== null,
    ).length;

  it('open, close and reopen when users correct the booking, and notify the webhook of each change', async () => {
    const call = await makeCallWithResult(
      { fromNumber: '+15551234567', durationSeconds: '40.60' },
      { booking: 'unclear' },
    );
    expect(await listFollowUps('kind=lead')).toEqual([]);
    await correctBooking(call, 'not_booked_undecided');
    const [lead] = await listFollowUps('kind=lead');
    expect(lead).toMatchObject({ kind: 'lead', state: 'open', section: 'today', brought: null, callId: call.id });
    const transcribedSeconds = 40.6;
    const dueMs = (call.occurredAt?.getTime() ?? 0) + transcribedSeconds * 1_000 + 15 * 60_000;
    expect(Date.parse(lead?.dueAt ?? '')).toBe(dueMs);
    expect(await countNotices()).toBe(1);
    await correctBooking(call, 'not_a_lead');
    expect(await listFollowUps('kind=lead&show=closed')).toMatchObject([{ id: lead?.id, state: 'dismissed' }]);
    await correctBooking(call, 'not_booked_other');
    expect(await listFollowUps('kind=lead')).toMatchObject([{ id: lead?.id, state: 'open' }]);
    const bookedCall = await makeCallWithResult(
      { fromNumber: '+15551234567', direction: 'outbound', toNumber: '+15551234567', occurredAt: ago(60_000) },
      {},
    );
    await correctBooking(bookedCall, 'booked');
    const { body } = await owner.get<FollowUpDetailsDto>(`${PATH}/${lead?.id}`);
    expect(body).toMatchObject({
      state: 'done',
      outcome: 'won',
      closedByCallId: bookedCall.id,
      brought: { cents: 45_000, isEstimate: true, jobId: null },
    });
    expect(await countNotices()).toBe(4);
  });

  it("don't open while leads are disabled in the account", async () => {
    const sql = 'update account_settings set leads_enabled = false where account_id = $1';
    await database.query(sql, [account.account.id]);
    await correctBooking(await makeCallWithResult({ fromNumber: '+15551234567' }, {}), 'not_booked_undecided');
    expect(await listFollowUps('callId=&')).toEqual([]);
  });

  it('come after unhappy customers in the today section, and members can close them as won', async () => {
    const addFollowUp = (kind: 'unhappy' | 'lead' | 'rule' | 'promise', number: number): Promise<{ id: string }> =>
      database.makeFollowUp(account.account.id, {
        kind,
        phone: `+1555123000${number}`,
        dueAt: ago(-HOUR_MS),
      });
    const promise = await addFollowUp('promise', 1);
    const rule = await addFollowUp('rule', 2);
    const lead = await addFollowUp('lead', 3);
    const unhappyFollowUp = await addFollowUp('unhappy', 4);
    expect((await listFollowUps('show=waiting')).map(({ id }) => id)).toEqual([
      unhappyFollowUp.id,
      lead.id,
      rule.id,
      promise.id,
    ]);
    const wonResponse = await owner.patch<FollowUpDetailsDto>(`${PATH}/${lead.id}`, { action: 'done', outcome: 'won' });
    expect(wonResponse.body).toMatchObject({ outcome: 'won', brought: { cents: 45_000, isEstimate: true } });
    const reopenResponse = await owner.patch<FollowUpDetailsDto>(`${PATH}/${lead.id}`, { action: 'reopen' });
    expect(reopenResponse.body).toMatchObject({ outcome: null, brought: null });
  });

  it('are previewed from the last 30 days of calls', async () => {
    const preview = async (): Promise<LeadPreviewDto> => (await owner.get<LeadPreviewDto>(`${PATH}/lead-preview`)).body;
    expect(await preview()).toEqual({ customers: 0, unbooked: 0, hangUps: 0, judged: 0 });
    const [firstNumber, secondNumber, thirdNumber] = ['+15551230001', '+15551230002', '+15551230003'];
    await makeCallWithResult({ fromNumber: firstNumber }, { booking: 'not_booked_other' });
    await makeCallWithResult(
      { fromNumber: firstNumber, occurredAt: ago(2 * HOUR_MS) },
      { booking: 'not_booked_undecided' },
    );
    await makeCallWithResult({ fromNumber: secondNumber }, { booking: 'booked' });
    await makeCallWithResult({ fromNumber: secondNumber, direction: 'outbound' }, { booking: 'not_booked_other' });
    await makeCallWithResult({ fromNumber: '+15551230009' }, { booking: 'not_booked_other', sentiment: 'negative' });
    await makeCallWithResult(
      { fromNumber: '+15551230008', occurredAt: ago(20 * 24 * HOUR_MS) },
      { booking: 'not_booked_other' },
    ); // an imported call
    const hangUpFields = {
      state: 'skipped',
      skipReason: 'too_short',
      direction: 'inbound',
      occurredAt: ago(2 * HOUR_MS),
    } as const;
    const makeSkippedCall = (call: Partial<Call>): Promise<Call> =>
      database.makeCall(account.account.id, { ...hangUpFields, ...call });
    await makeSkippedCall({ fromNumber: thirdNumber, durationSeconds: '9' });
    await makeSkippedCall({ fromNumber: '+15551230004', durationSeconds: '45' });
    await makeSkippedCall({ fromNumber: secondNumber, durationSeconds: '9' }); // a customer who got through later
    await makeSkippedCall({ fromNumber: 'anonymous', durationSeconds: '9' });
    await makeSkippedCall({ fromNumber: firstNumber, skipReason: 'abandoned', occurredAt: ago(60_000) });
    expect(await preview()).toEqual({ customers: 2, unbooked: 2, hangUps: 2, judged: 4 });
  });
});
