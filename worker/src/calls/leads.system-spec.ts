import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestSystem } from '@ringwell/testing/use-test-system';

const PHONE = '+15551234567';
const SETTINGS = { inboundMinCallTime: 30, outboundMinCallTime: 0 };

describe('a caller who hung up before anyone answered', () => {
  const system = useTestSystem();

  const submitCall = async (account: TestAccount, seconds: number, direction = 'inbound'): Promise<string> => {
    const id = await system.submitJson(account, {
      transcript: [{ speaker: 'agent', start: 0, end: seconds, text: 'Thank you for calling Cedar Creek Plumbing.' }],
      direction,
      ...(direction === 'inbound' ? { from: PHONE } : { to: PHONE }),
    });
    await system.waitForCall(account, id);
    return id;
  };
  const listFollowUps = (account: TestAccount): Promise<object[]> =>
    system.query(
      `select kind, state, outcome, call_id as "callId", customer_id is not null as "hasCustomer"
      from follow_ups where account_id = $1 order by opened_at`,
      [account.account.id],
    );

  it('is a lead until they get through, for accounts with leads turned on', async () => {
    const account = await system.database.makeAccount({ settings: { ...SETTINGS, leadsEnabled: true } });
    const shortCallId = await submitCall(account, 8);
    const lead = { kind: 'lead', callId: shortCallId, hasCustomer: true };
    expect(await listFollowUps(account)).toEqual([{ ...lead, state: 'open', outcome: null }]);
    await submitCall(account, 25); // long enough for the caller to notice a wrong number
    await submitCall(account, 8, 'outbound');
    expect(await listFollowUps(account)).toEqual([{ ...lead, state: 'open', outcome: null }]);
    await submitCall(account, 60);
    expect((await listFollowUps(account))[0]).toEqual({ ...lead, state: 'done', outcome: 'not_needed' });
  });

  it('is a lead when ServiceTitan reports the call, even without a recording', async () => {
    const { database } = system;
    const account = await database.makeAccount({ settings: { ...SETTINGS, leadsEnabled: true } });
    const { id } = await database.makeCall(account.account.id, {
      source: 'servicetitan',
      skipReason: 'abandoned',
      direction: 'inbound',
      fromNumber: PHONE,
      customerName: 'Rita Cole 4111 1111 1111 1111',
      recordingKey: null,
    });
    const customerName = 'Rita Cole [card number]';
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'skipped', customerName });
    expect(await system.query('select name from customers where account_id = $1', [account.account.id])).toEqual([
      { name: customerName },
    ]);
    expect(await listFollowUps(account)).toMatchObject([{ kind: 'lead', state: 'open', callId: id }]);
  });

  it('is not a lead for accounts with leads turned off', async () => {
    const account = await system.database.makeAccount({ settings: SETTINGS });
    await submitCall(account, 8);
    expect(await listFollowUps(account)).toEqual([]);
  });
});
