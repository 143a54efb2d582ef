import type { TestAccount } from '@ringwell/testing/make-account';
import { McpClient } from '@ringwell/testing/mcp-client';
import { useTestApi } from '@ringwell/testing/start-api';

const PUBLIC_URL = 'https://calls.example.com';
const TODAY = new Date(Date.now() - 60_000);

describe('An /api/mcp report tool', () => {
  const { api, database } = useTestApi({ PUBLIC_URL });
  let account: TestAccount;
  let mcp: McpClient;

  beforeEach(async () => {
    account = await database.makeAccount();
    mcp = await McpClient.connect(api, account.token);
    await mcp.client.listTools(); // makes the client validate results
  });

  it('shows customer happiness with quotes', async () => {
    for (let call = 0; call < 12; call += 1)
      await database.makeCompletedCall(account.account.id, {
        call: { occurredAt: TODAY },
        analysis: { sentiment: call < 9 ? 'positive' : 'negative', topic: 'praise' },
      });
    const { text, data } = await mcp.call<Record<string, unknown>>('happiness');
    expect(data).toMatchObject({
      positive: 9,
      negative: 3,
      score: 50,
      topics: [{ topic: 'Praise', positive: 9, negative: 3 }],
      before: { positive: 0, score: null },
    });
    expect(data['moments']).toContainEqual({
      label: 'positive',
      callId: expect.any(String) as string,
      link: expect.stringMatching(/\?t=1$/) as string,
      quotedWords: 'Thank you so much',
    });
    const [heading = ''] = text.split('----- BEGIN CALL DATA');
    expect(heading).toMatch(/^As of \w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC\. From /);
    expect(heading).toMatch(/9 positive, 0 neutral, 3 negative, happiness \+50 \(95% confidence interval: /);
    expect(heading).not.toContain('Thank you');
    expect((await mcp.call('happiness', { from: '2026-01-02', to: '2026-01-01' })).isError).toBe(true);
    const earlyResult = await mcp.call('happiness', { from: '2020-01-01', to: '2020-01-31' });
    expect(earlyResult.text).toContain('too few for a score');
  });

  it('shows the callbacks to unhappy customers', async () => {
    await database.makeFollowUp(account.account.id, { calledAt: TODAY });
    const { text, data } = await mcp.call<Record<string, unknown>>('happiness');
    expect(data['callbacks']).toMatchObject({ customers: 1, inTime: 0, waiting: 1, medianMinutes: null });
    expect(text).toContain(
      'Of 1 unhappy customer to call back, 0 were called back on time, 0 late, 1 not yet, 0 never; 0 recovered.',
    );
  });

  it('shows the lead booking rate', async () => {
    const agentId = await database.repositories.agents.findOrCreate(account.account.id, 'Paul');
    for (let call = 0; call < 24; call += 1)
      await database.makeCompletedCall(account.account.id, {
        call: { occurredAt: TODAY, agentId },
        analysis: { booking: call < 15 ? 'booked' : 'not_booked_undecided' },
      });
    const { text, data } = await mcp.call<Record<string, unknown>>('bookings');
    expect(data).toMatchObject({
      leads: 24,
      booked: 15,
      undecided: 9,
      rate: 63,
      before: { leads: 0, rate: null },
      isClearChange: null,
      agents: [{ agentName: 'Paul', booked: 15 }],
      hours: [{ booked: 15 }],
    });
    const [heading = ''] = text.split('----- BEGIN CALL DATA');
    expect(heading).toMatch(
      /63% of 24 leads were booked; the rate is between 43% and 79%\. Not booked: 9 still deciding/,
    );
    expect(heading).not.toContain('Paul');
    expect((await mcp.call('bookings', { from: '2020-01-01', to: '2020-01-31' })).text).toContain('too few for a rate');
    const { id } = await database.makeFollowUp(account.account.id, { kind: 'lead' });
    const closeAsWon = (cents: number | null): Promise<unknown> =>
      database.query(
        `update follow_ups set state = 'done', outcome = 'won', closed_at = now(), brought_cents = $2 where id = $1`,
        [id, cents],
      );
    await closeAsWon(null);
    expect((await mcp.call('bookings')).text).toContain('Leads to win back: 1 of 1 won.');
    await database.query('insert into happiness_recounts (account_id) values ($1)', [account.account.id]);
    for (const tool of ['happiness', 'bookings'])
      expect((await mcp.call(tool)).text).toContain(' Older calls are still being counted.');
    await closeAsWon(123_450);
    expect((await mcp.call('bookings')).text).toContain('Leads to win back: 1 of 1 won, and brought in $1,234.50.');
  });

  it('shows how often agents asked for the booking, and how often outbound calls reached a person', async () => {
    const agentId = await database.repositories.agents.findOrCreate(account.account.id, 'Paul');
    for (let call = 0; call < 20; call += 1)
      await database.makeCompletedCall(account.account.id, {
        call: { occurredAt: TODAY, agentId, direction: 'outbound' },
        analysis: { booking: 'not_booked_other', asked: call < 14 ? 'asked' : 'not_asked', reached: 'reached' },
      });
    const { text, data } = await mcp.call<Record<string, unknown>>('bookings');
    expect(data).toMatchObject({
      reached: { count: 20, others: 0, rate: 100 },
      agents: [{ agentName: 'Paul', asked: { count: 14, others: 6, rate: 70, low: 48, high: 85 } }],
    });
    expect(text).toContain(' 100% of 20 outbound calls reached a person.');
    expect(text).toContain('Agent Paul: 0 of 20 leads booked, asked in 14 of 20 unbooked calls\n');
  });

  it('counts leads without an agent separately', async () => {
    const agentId = await database.repositories.agents.findOrCreate(account.account.id, 'Paul');
    for (let call = 0; call < 5; call += 1)
      await database.makeCompletedCall(account.account.id, {
        call: { occurredAt: TODAY, agentId: call < 2 ? agentId : null },
        analysis: { booking: call % 2 === 0 ? 'booked' : 'not_booked_other' },
      });
    const { text, data } = await mcp.call<Record<string, unknown>>('bookings');
    expect(data).toMatchObject({ leads: 5, booked: 3, withoutAgent: { leads: 3, booked: 2 } });
    expect(text).toMatch(/^As of .* UTC\. From /);
    expect(text).toContain('Agent Paul: 1 of 2 leads booked\nNo agent: 2 of 3 leads booked\n');
  });

  it('lists customers at risk, with reasons', async () => {
    const daysAgo = (count: number): Date => new Date(Date.now() - count * 86_400_000);
    const { customerId } = await database.makeFollowUp(account.account.id, { calledAt: daysAgo(2) });
    const { id } = await database.makeFollowUp(account.account.id, { calledAt: daysAgo(1) });
    await database.makeFollowUp(account.account.id, { phone: '+15551230001', kind: 'voicemail' });
    await database.query('update customers set recent_calls = 500');
    const { text, data } = await mcp.call('customers_at_risk');
    expect(data).toMatchObject({
      customers: [
        {
          id: customerId,
          link: `${PUBLIC_URL}/customers/${customerId}`,
          name: 'Dana Reyes',
          phones: ['+15551234567'],
          label: 'Negative',
          risks: ['Unhappy more than once in 30 days'],
          followUpId: id,
        },
      ],
      nextCursor: null,
    });
    expect(text).toMatch(/^As of .* 1 customer is at risk\. There are no more\..*calls in 90 days: 500\+ /s);
    expect((await mcp.call('customers_at_risk', { cursor: 'x' })).isError).toBe(true);
  });
});
