import { randomUUID } from 'node:crypto';

import type { Analysis } from '@ringwell/domain/calls/analysis';
import { callLabel } from '@ringwell/domain/calls/call-label';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { AccountsRepository } from '../accounts/accounts.repository';
import { CustomersRepository } from '../customers/customers.repository';
import { rows } from '../postgres/sql';
import { DispatchRepository } from '../scheduling/dispatch.repository';
import { UnitOfWork } from '../unit-of-work';
import { AgentsRepository } from './agents.repository';
import { CallRunsRepository, type Lease } from './call-runs.repository';
import type { Call } from './call.entity';
import { CallsRepository } from './calls.repository';
import { HappinessRecountRepository } from './happiness-recount.repository';
import { HappinessRepository } from './happiness.repository';

const ALL_TIME = { from: '2020-01-01', to: '2020-12-31' };
const NOON = new Date('2020-06-15T12:00:00Z');
const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 75,
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 900, text: 'Hello.' },
    { speaker: 'customer', startMs: 1_000, endMs: 1_900, text: 'I am unhappy.' },
  ],
};

describe('HappinessRepository', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    await database.query('delete from happiness_recounts');
    accountId = (await database.makeAccount({ settings: { maxConcurrentWorkflows: 50 } })).account.id;
  });

  const runs = (): CallRunsRepository => new CallRunsRepository(database.manager);
  const calls = (): CallsRepository => new CallsRepository(database.manager);
  const happiness = (): HappinessRepository => new HappinessRepository(database.manager);
  const makeQueued = (overrides: Partial<Call> = {}): Promise<Call> =>
    database.makeCall(accountId, { occurredAt: NOON, direction: 'inbound', ...overrides });
  const makeCompleted = (call: Partial<Call> = {}, analysis: { sentiment?: Sentiment; needsReview?: boolean } = {}) =>
    database.makeCompletedCall(accountId, { call: { occurredAt: NOON, direction: 'inbound', ...call }, analysis });

  async function claimCalls(): Promise<Lease[]> {
    const leases = await new DispatchRepository(database.dataSource).releaseDueCalls({
      calls: 100,
      forBusyAccounts: 100,
    });
    for (const lease of leases) await runs().claim(lease, randomUUID());
    return leases;
  }

  async function completeCall(lease: Lease, sentiment: Sentiment, agentId: string | null = null): Promise<void> {
    await runs().saveTranscript(lease, TRANSCRIPT, null);
    await runs().saveAnalysis(lease, makeAnalysis(sentiment));
    expect(await runs().complete(lease, agentId)).toBe(true);
  }

  async function runQueuedCalls(sentiment: Sentiment, agentId: string | null = null): Promise<void> {
    for (const lease of await claimCalls()) await completeCall(lease, sentiment, agentId);
  }

  // Checks the stored sums against the calls, and returns the nonzero ones. Excludes the sums by direction.
  async function fetchSums(): Promise<object[]> {
    const storedSums = await database.query<{ dimension: string }[]>(
      `
      select to_char(day, 'YYYY-MM-DD') as day, dimension, value, positive, neutral, negative, needs_review
      from happiness_days where account_id = $1 and (positive, neutral, negative, needs_review) <> (0, 0, 0, 0)
      order by day, dimension, value`,
      [accountId],
    );
    expect(storedSums).toEqual(
      await database.query(
        `
        with judged as (
          select least(occurred_at, calls.created_at) at time zone coalesce(time_zone, 'UTC') as time, direction, agent_id,
            analyses.topic,
            case when needs_review then 'needs_review' else sentiment end as label
          from calls join analyses on call_id = calls.id and analyses.run_number = result_run_number
            join account_settings settings on settings.account_id = calls.account_id
          where calls.account_id = $1 and source <> 'demo')
        select to_char(time, 'YYYY-MM-DD') as day, dimension, value, ${[
          'positive',
          'neutral',
          'negative',
          'needs_review',
        ]
          .map((label) => `(count(*) filter (where label = '${label}'))::int as ${label}`)
          .join(', ')}
        from judged cross join lateral (values ('all', ''), ('direction', direction), ('agent', agent_id::text),
          ('topic', topic), ('hour', extract(hour from time)::text), (direction || '_agent', agent_id::text),
          (direction || '_topic', topic), (direction || '_hour', extract(hour from time)::text)
        ) part (dimension, value)
        where dimension is not null and value is not null group by 1, 2, 3 order by 1, 2, 3`,
        [accountId],
      ),
    );
    return storedSums.filter(({ dimension }) => !dimension.includes('_'));
  }

  const findTotal = async (): Promise<object | undefined> =>
    (await fetchSums()).find((sum) => (sum as { dimension: string }).dimension === 'all');

  it('lists only the busiest agents when a sender names a new one for each call', async () => {
    await rows(
      database.manager,
      `
      with named as (
        insert into agents (account_id, name) select $1, 'Call ' || number from generate_series(1, 501) number
        returning id, name
      )
      insert into happiness_days (account_id, dimension, day, value, positive, neutral, negative, needs_review)
      select $1, 'agent', '2020-06-15', id, 1, case name when 'Call 501' then 1 else 0 end, 0, 0 from named`,
      [accountId],
    );
    const breakdowns = await happiness().listBreakdowns(accountId, ALL_TIME);
    expect(breakdowns).toHaveLength(500);
    expect(breakdowns[0]).toMatchObject({ agentName: 'Call 501' });
  });

  it('counts a call when it is completed, by day, direction, agent and hour', async () => {
    const agentId = await new AgentsRepository(database.manager).findOrCreate(accountId, 'Paul');
    await makeQueued();
    const [lease] = await claimCalls();
    if (!lease) throw new Error('No call was due.');
    await runs().saveAnalysis(lease, makeAnalysis('negative'));
    expect(await fetchSums()).toEqual([]);
    await completeCall(lease, 'negative', agentId);
    const counts = { day: '2020-06-15', positive: 0, neutral: 0, negative: 1, needs_review: 0 };
    expect(await fetchSums()).toEqual([
      { ...counts, dimension: 'agent', value: agentId },
      { ...counts, dimension: 'all', value: '' },
      { ...counts, dimension: 'direction', value: 'inbound' },
      { ...counts, dimension: 'hour', value: '12' },
    ]);
  });

  it('does not count demo calls or calls without a result', async () => {
    await makeCompleted({ source: 'demo' });
    await makeCompleted({ resultRunNumber: null, state: 'failed' });
    expect(await fetchSums()).toEqual([]);
  });

  it('updates the sums once a reprocessed call has its new result', async () => {
    const { id } = await makeQueued();
    await runQueuedCalls('negative');
    await calls().reprocess(accountId, id);
    const [lease] = await claimCalls();
    if (!lease) throw new Error('No call was due.');
    await runs().saveAnalysis(lease, makeAnalysis('positive'));
    expect(await findTotal()).toMatchObject({ negative: 1, positive: 0 });
    await completeCall(lease, 'positive');
    expect(await findTotal()).toMatchObject({ negative: 0, positive: 1 });
  });

  it('keeps the earlier result when a call cannot be processed again', async () => {
    const { id } = await makeQueued();
    await runQueuedCalls('negative');
    await calls().reprocess(accountId, id);
    for (const lease of await claimCalls())
      await runs().fail(lease, 'ENGINE_UNAVAILABLE', 'The recognizer was unavailable.');
    expect(await findTotal()).toMatchObject({ negative: 1 });
  });

  it("updates the sums when a call's speakers are swapped", async () => {
    const { id } = await makeQueued();
    await runQueuedCalls('negative');
    expect(await calls().swapSpeakers(accountId, id)).not.toBeNull();
    await runQueuedCalls('neutral');
    expect(await findTotal()).toMatchObject({ negative: 0, neutral: 1 });
  });

  it('updates the sums when a label is corrected', async () => {
    const { id } = await makeCompleted({}, { sentiment: 'negative', needsReview: true });
    expect(await findTotal()).toMatchObject({ negative: 0, needs_review: 1 });
    await database.query('update analyses set needs_review = false where call_id = $1', [id]);
    expect(await findTotal()).toMatchObject({ negative: 1, needs_review: 0 });
    await database.query(`update analyses set sentiment = 'positive' where call_id = $1`, [id]);
    expect(await findTotal()).toMatchObject({ negative: 0, positive: 1 });
  });

  it('updates the sums when details are corrected', async () => {
    const { id } = await makeCompleted();
    const agentId = await new AgentsRepository(database.manager).findOrCreate(accountId, 'Mia');
    const occurredAt = new Date('2020-02-01T23:30:00Z');
    await calls().updateDetails(accountId, id, {
      agentId,
      agentSource: 'corrected',
      direction: 'outbound',
      occurredAt,
    });
    expect(await fetchSums()).toMatchObject([
      { day: '2020-02-01', dimension: 'agent', value: agentId },
      { day: '2020-02-01', dimension: 'all' },
      { day: '2020-02-01', dimension: 'direction', value: 'outbound' },
      { day: '2020-02-01', dimension: 'hour', value: '23' },
    ]);
    await database.query('delete from agents where id = $1', [agentId]);
    expect(await fetchSums()).toHaveLength(3);
  });

  it('subtracts deleted calls, and deletes all sums with the account', async () => {
    const { id } = await makeCompleted();
    await makeCompleted({}, { sentiment: 'neutral' });
    await database.query('delete from calls where id = $1', [id]);
    expect(await findTotal()).toMatchObject({ positive: 0, neutral: 1 });
    await new UnitOfWork(database.dataSource).run(({ accounts }) => accounts.delete(accountId));
    for (const table of ['judged_calls', 'happiness_days', 'happiness_recounts'])
      expect(await database.query(`select from ${table} where account_id = $1`, [accountId])).toEqual([]);
  });

  it("counts days and hours in the account's time zone, even on days when the clocks change", async () => {
    await new AccountsRepository(database.manager).updateSettings(accountId, { timeZone: 'America/New_York' });
    for (const occurredAt of [
      '2020-11-01T03:59:00Z', // the evening before
      '2020-11-01T05:30:00Z', // 1:30, daylight saving time
      '2020-11-01T06:30:00Z', // 1:30 again
      '2020-11-02T04:59:00Z', // the end of the 25-hour day
      '2020-11-02T05:00:00Z',
    ])
      await makeCompleted({ occurredAt: new Date(occurredAt) });
    expect(await happiness().listDays(accountId, ALL_TIME)).toMatchObject([
      { day: '2020-10-31', positive: 1 },
      { day: '2020-11-01', positive: 3 },
      { day: '2020-11-02', positive: 1 },
    ]);
    expect(await happiness().listBreakdowns(accountId, { from: '2020-11-01', to: '2020-11-01' })).toMatchObject([
      { dimension: 'direction', direction: 'inbound', counts: { positive: 3 } },
      { dimension: 'hour', weekday: 7, hour: 1, counts: { positive: 2 } },
      { dimension: 'hour', weekday: 7, hour: 23, counts: { positive: 1 } },
    ]);
    await fetchSums();
  });

  it('recounts older calls in batches after the time zone changes', async () => {
    for (let call = 0; call < 5; call += 1) await makeCompleted({ occurredAt: new Date('2020-06-15T02:00:00Z') });
    const recounts = new HappinessRecountRepository(database.manager);
    const recountAll = async (): Promise<number[]> => {
      const batchSizes: number[] = [];
      for (let next = await recounts.recountNext(2); next !== undefined; next = await recounts.recountNext(2))
        batchSizes.push(next);
      return batchSizes;
    };
    expect(await happiness().isRecounting(accountId)).toBe(false);
    await new AccountsRepository(database.manager).updateSettings(accountId, { timeZone: 'America/New_York' });
    expect(await happiness().isRecounting(accountId)).toBe(true);
    expect(await recounts.recountNext(2)).toBe(2);
    await new AccountsRepository(database.manager).updateSettings(accountId, { timeZone: 'America/Chicago' });
    expect(await recountAll()).toEqual([2, 2, 1]);
    expect(await happiness().isRecounting(accountId)).toBe(false);
    expect(await happiness().listDays(accountId, ALL_TIME)).toEqual([
      { day: '2020-06-14', positive: 5, neutral: 0, negative: 0, needs_review: 0 },
      expect.objectContaining({ day: '2020-06-15', positive: 0 }),
    ]);
    await fetchSums();
  });

  it('counts calls that are missing from the sums', async () => {
    await makeCompleted();
    await database.query('delete from judged_calls');
    await database.query('insert into happiness_recounts (account_id) values ($1)', [accountId]);
    expect(await fetchSums().catch(() => 'wrong')).toBe('wrong');
    expect(await new HappinessRecountRepository(database.manager).recountNext(10)).toBe(1);
    expect(await findTotal()).toMatchObject({ positive: 1 });
  });

  it('keeps the sums exact while calls are completed, corrected and recounted at the same time', async () => {
    const agents = new AgentsRepository(database.manager);
    const agentIds = await Promise.all(['Paul', 'Mia', 'Zoe'].map((name) => agents.findOrCreate(accountId, name)));
    await database.makeCalls(accountId, 40);
    const earlierCalls = await Promise.all(
      Array.from({ length: 10 }, () => makeCompleted({ agentId: agentIds[0] ?? null })),
    );
    const leases = await claimCalls();
    expect(leases).toHaveLength(40);
    const sentiments = ['positive', 'neutral', 'negative'] as const;
    const recounts = new HappinessRecountRepository(database.manager);
    await new AccountsRepository(database.manager).updateSettings(accountId, { timeZone: 'Asia/Tokyo' });
    await Promise.all([
      ...leases.map((lease, index) =>
        completeCall(lease, sentiments[index % 3] ?? 'neutral', agentIds[1 + (index % 2)]),
      ),
      ...earlierCalls.map(({ id }, index) =>
        index % 2 === 0
          ? calls().updateDetails(accountId, id, { agentId: agentIds[1], agentSource: 'corrected' })
          : database.query(`update analyses set sentiment = 'negative' where call_id = $1`, [id]),
      ),
      database.query('delete from agents where id = $1', [agentIds[0]]).catch(() => undefined),
      recounts.recountNext(7).catch(() => undefined),
    ]);
    while ((await recounts.recountNext(7)) !== undefined);
    expect((await fetchSums()).length).toBeGreaterThan(4);
  });

  it('includes quotes from the highest-confidence calls across the whole range', async () => {
    const buildEvidence = (claim: string) => [{ claim, segment: 0, startMs: 700, endMs: 900, quote: `${claim} words` }];
    const makeQuotedCall = (sentiment: Sentiment, confidence: number, day: string, claim = sentiment as string) =>
      database.makeCompletedCall(accountId, {
        call: { occurredAt: new Date(`2020-${day}T12:00:00Z`), customerName: `${sentiment} ${confidence}` },
        analysis: { sentiment, confidence, evidence: buildEvidence(claim) },
      });
    await makeQuotedCall('negative', 0.8, '01-01', 'Negative');
    await makeQuotedCall('negative', 0.99, '03-01', 'Something else');
    for (const confidence of [0.7, 0.9, 0.95]) await makeQuotedCall('negative', confidence, '03-01', 'Negative');
    const { id } = await makeQuotedCall('positive', 0.6, '02-01', 'Positive');
    await makeQuotedCall('neutral', 1, '02-01', 'Neutral');
    await makeQuotedCall('positive', 1, '12-31', 'Positive');
    const listMoments = (): Promise<object[]> =>
      happiness().listMoments(accountId, { from: '2020-01-01', to: '2020-12-30' });
    expect(await listMoments()).toMatchObject([
      { label: 'negative', customerName: 'negative 0.95', quote: 'Negative words', startMs: 700 },
      { label: 'negative', customerName: 'negative 0.9' },
      { label: 'negative', customerName: 'negative 0.8' },
      { label: 'positive', callId: id, startedAt: new Date('2020-02-01T12:00:00Z') },
    ]);
    const customerId = await new CustomersRepository(database.manager).findOrCreate(accountId, 'id:9', null);
    await database.query(`update customers set name = 'Karen Voss' where id = $1`, [customerId]);
    await database.query(`update calls set customer_key = 'id:9' where id = $1`, [id]);
    expect((await listMoments()).at(-1)).toMatchObject({ callId: id, customerName: 'Karen Voss' });
    await database.query(`update analyses set evidence = '[]' where call_id = $1`, [id]);
    expect(await listMoments()).toHaveLength(3);
  });
});

function makeAnalysis(sentiment: Sentiment): Analysis {
  const analysis: Analysis = {
    engine: 'local',
    sentiment,
    confidence: 0.8,
    topic: null,
    needsReview: false,
    reviewReason: null,
    summary: 's',
    keyPoints: [],
    writer: 'llm:test',
    followUp: { needed: false },
    course: [],
    evidence: [],
  };
  expect(callLabel(analysis)).toBe(sentiment);
  return analysis;
}
