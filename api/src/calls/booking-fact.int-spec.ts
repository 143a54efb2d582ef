import { BookingFact } from '@ringwell/database/calls/booking-fact.entity';
import type { Call } from '@ringwell/database/calls/call.entity';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { CallPageDto } from './dto/call-summary.dto';

const FOUND_AT = '2026-03-31T15:12:31.120Z';
const FIELDS = { callType: 'Unbooked', callReason: 'Price', campaign: 'Mailing', businessUnit: 'HVAC', tag: 'VIP' };

describe('a call from ServiceTitan', () => {
  const { api, database, owner, client } = useSignedInOwner();

  const addCompletedCall = (call: Partial<Call> = {}): Promise<Call> =>
    database.makeCompletedCall(owner.account.id, { call, analysis: { booking: 'booked' } });
  const fetchFact = async ({ id }: Call): Promise<unknown> =>
    (await client.get<{ bookingFact: unknown }>(`/api/calls/${id}`)).body.bookingFact;
  const addFact = (call: Call, fact: Partial<BookingFact>): Promise<unknown> =>
    database.manager.insert(BookingFact, {
      callId: call.id,
      accountId: owner.account.id,
      evidence: 'lead_call',
      jobId: '4711',
      foundAt: new Date(FOUND_AT),
      ...fact,
    });
  const markJobsAsRead = (): Promise<unknown> =>
    database.query('update account_settings set jobs_read_at = now() where account_id = $1', [owner.account.id]);

  it('shows its job next to the judged booking in the app, the API and exports', async () => {
    const call = await addCompletedCall();
    await addFact(call, {
      jobNumber: '12345',
      jobTotalCents: '42010',
      jobCanceledAt: new Date('2026-04-02T08:00:00Z'),
    });
    const expected = {
      status: 'confirmed',
      evidence: 'lead_call',
      jobId: '4711',
      jobNumber: '12345',
      jobTotalCents: 42_010,
      jobCanceledAt: '2026-04-02T08:00:00.000Z',
      foundAt: FOUND_AT,
    };
    expect(await fetchFact(call)).toEqual(expected);
    const response = await fetch(`${api.url}/api/n8n/calls/${call.id}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(await response.json()).toMatchObject({ bookingFact: expected, result: { booking: 'booked' } });
    const { body } = await client.get<string>('/api/calls/export.csv');
    expect(body).toContain(',Booked,Confirmed,Job,Job Total,Asked to Book,Reached,Call ID\r\n');
    expect(body).toContain(`,Booked,"Confirmed, later canceled",12345,420.10,,,${call.id}\r\n`);
  });

  it('is likely booked if only a phone number matches, and unverified if it is outbound without a job', async () => {
    const likelyCall = await addCompletedCall();
    await addFact(likelyCall, { evidence: 'phone' });
    const [inboundCall, outboundCall] = [await addCompletedCall(), await addCompletedCall({ direction: 'outbound' })];
    expect(await fetchFact(likelyCall)).toMatchObject({ status: 'likely', jobNumber: null, jobTotalCents: null });
    expect(await fetchFact(outboundCall)).toBeNull(); // no jobs have been read yet
    await markJobsAsRead();
    expect(await fetchFact(outboundCall)).toEqual({
      status: 'unverified',
      evidence: null,
      jobId: null,
      jobNumber: null,
      jobTotalCents: null,
      jobCanceledAt: null,
      foundAt: null,
    });
    expect(await fetchFact(inboundCall)).toBeNull();
  });

  it('can be found by its ServiceTitan fields, whose values are each listed once', async () => {
    const call = await addCompletedCall({ source: 'servicetitan', ...FIELDS });
    const otherCall = await database.makeCall(owner.account.id, {
      source: 'servicetitan',
      ...FIELDS,
      tag: null,
    });
    await database.makeCall(owner.account.id);
    expect((await client.get(`/api/calls/${call.id}`)).body).toMatchObject(FIELDS);
    const response = await client.get('/api/calls/service-titan-words');
    expect(response.body).toEqual(Object.fromEntries(Object.entries(FIELDS).map(([name, value]) => [name, [value]])));
    for (const campaign of ['Zoe', 'Ángel', 'apple'])
      await database.makeCall(owner.account.id, { source: 'servicetitan', campaign });
    const campaigns = ['Ángel', 'apple', FIELDS.campaign, 'Zoe'];
    expect((await client.get('/api/calls/service-titan-words')).body).toMatchObject({ campaign: campaigns });
    const listIds = async (query: string): Promise<string[]> =>
      (await client.get<CallPageDto>(`/api/calls?${query}`)).body.items.map(({ id }) => id);
    for (const [name, value] of Object.entries(FIELDS).slice(0, -1))
      expect((await listIds(`${name}=${value}`)).toSorted()).toEqual([call.id, otherCall.id].toSorted());
    expect(await listIds('tag=VIP&campaign=Mailing')).toEqual([call.id]);
    expect(await listIds('campaign=Radio')).toEqual([]);
    const savedFilter = await client.post('/api/my/saved-filters', { name: 'Mailing', campaign: 'Mailing' });
    expect(savedFilter.body).toMatchObject({ filters: { campaign: 'Mailing' } });
  });
});
