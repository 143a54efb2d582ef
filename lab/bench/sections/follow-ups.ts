import { setTimeout as sleep } from 'node:timers/promises';

import { startApi, withStores, type BenchContext } from '../bench-context';
import { insertAccounts, insertToken } from '../bench-data';
import { insertCompletedCalls } from '../completed-calls';
import { insertFollowUps } from '../follow-up-data';
import { median, percentile } from '../statistics';
import type { BenchStores } from '../stores';
import { atMost, formatNumber, type Table } from '../table';

const DEFAULT_CALLS = 100_000;
const FULL_CALLS = 1_000_000;
const RUNS = 60;
const LIMIT_MS = 50;
/** Spreads a series of requests over a few seconds. */
const PAUSE_MS = 20;
const SKIPPED_PAGES = 40;

interface Client {
  get: (path: string) => Promise<{ body: Record<string, unknown>; ms: number }>;
}

/** Requests the follow-up and customer pages one after another. */
export async function followUps({ table, ...context }: BenchContext): Promise<void> {
  const calls = context.isFull ? FULL_CALLS : DEFAULT_CALLS;
  await withStores({ table, ...context }, async (stores) => {
    const [accountId = '', emptyAccountId = ''] = await insertAccounts(stores, 2);
    await insertCompletedCalls(stores, accountId, calls);
    await insertFollowUps(stores, accountId, calls / 10);
    const [token, emptyToken] = [await insertToken(stores, accountId), await insertToken(stores, emptyAccountId)];
    const { api, url } = await startApi(stores);
    try {
      const [largeClient, emptyClient] = [createClient(url, token), createClient(url, emptyToken)];
      for (const [name, path] of await prepareRequests(stores, accountId, largeClient))
        await measure(
          { table, stores },
          `${name}, ${calls.toLocaleString('en')} calls`,
          path,
          largeClient,
          emptyClient,
        );
    } finally {
      await api.stop();
    }
  });
}

async function prepareRequests(
  stores: BenchStores,
  accountId: string,
  { get }: Client,
): Promise<[name: string, path: string][]> {
  const followUpId = await findId(
    stores,
    `select follow_up_id as id from follow_up_events join follow_ups on follow_ups.id = follow_up_id
    where account_id = $1 group by 1 order by count(*) desc limit 1`,
    accountId,
  );
  const customerId = await findId(
    stores,
    'select id from customers where account_id = $1 order by recent_calls desc limit 1',
    accountId,
  );
  const pathAfterCursor = async (path: string): Promise<string> => `${path}&cursor=${await fetchDeepCursor(get, path)}`;
  const listPath = '/api/follow-ups?show=';
  return [
    ['follow-ups, first page', `${listPath}waiting`],
    [`follow-ups, page ${SKIPPED_PAGES + 1}`, await pathAfterCursor(`${listPath}waiting`)],
    ['follow-ups for today', '/api/follow-ups/today'],
    ['older follow-ups', `${listPath}waiting&section=older`],
    ['follow-ups of one kind', `${listPath}waiting&kind=voicemail`],
    ["a member's follow-ups", `${listPath}waiting&assignee=me`],
    ['unassigned follow-ups', `${listPath}waiting&assignee=none`],
    ['overdue follow-ups', `${listPath}waiting&overdue=true`],
    ['snoozed follow-ups', `${listPath}snoozed`],
    ['closed follow-ups, first page', `${listPath}closed`],
    [`closed follow-ups, page ${SKIPPED_PAGES + 1}`, await pathAfterCursor(`${listPath}closed`)],
    ['counts of follow-ups', '/api/follow-ups/counts'],
    ['a follow-up with its history', `/api/follow-ups/${followUpId}`],
    ['customers, first page', '/api/customers?sort=recent'],
    [`customers, page ${SKIPPED_PAGES + 1}`, await pathAfterCursor('/api/customers?sort=recent')],
    ['customers at risk', '/api/customers?sort=risk&atRisk=true'],
    ['customers with a follow-up', '/api/customers?sort=name&waiting=true'],
    ['customer search by part of a name', '/api/customers?search=ono'],
    ['customer search by a common name', '/api/customers?search=reyes'],
    ['customer search by part of a number', '/api/customers?search=55500123'],
    ['customer search by area code', '/api/customers?search=555'],
    ['the customer with the most calls', `/api/customers/${customerId}`],
    ['their calls, first page', `/api/calls?customer=${customerId}`],
  ];
}

async function findId(stores: BenchStores, sql: string, accountId: string): Promise<string> {
  return (await stores.query<{ id: string }>(sql, [accountId]))[0]?.id ?? '';
}

async function fetchDeepCursor(get: Client['get'], path: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < SKIPPED_PAGES; page += 1) {
    const { body } = await get(cursor === '' ? path : `${path}&cursor=${cursor}`);
    if (typeof body['nextCursor'] !== 'string') throw new Error(`${path} has fewer than ${SKIPPED_PAGES} pages.`);
    cursor = body['nextCursor'];
  }
  return cursor;
}

async function measure(
  { table, stores }: { table: Table; stores: BenchStores },
  name: string,
  path: string,
  largeClient: Client,
  emptyClient: Client,
): Promise<void> {
  const durations: number[] = [];
  const baseline: number[] = [];
  await largeClient.get(path);
  for (let run = 0; run < RUNS; run += 1) {
    durations.push((await largeClient.get(path)).ms);
    baseline.push((await emptyClient.get('/api/follow-ups/counts')).ms);
    await sleep(PAUSE_MS);
  }
  const p95 = percentile(durations, 0.95);
  const cpuBefore = await stores.measureDatabaseCpuMs();
  for (let run = 0; run < RUNS; run += 1) await largeClient.get(path);
  const cpuMs = ((await stores.measureDatabaseCpuMs()) - cpuBefore) / RUNS;
  table.add({
    name,
    measured: `p95 ${formatNumber(p95)} ms, p50 ${formatNumber(median(durations))} ms`,
    baseline: `PostgreSQL's processor ${formatNumber(cpuMs)} ms; empty account: p95 ${formatNumber(percentile(baseline, 0.95))} ms`,
    ...atMost(p95, LIMIT_MS, `<= ${LIMIT_MS} ms`),
  });
}

function createClient(url: string, token: string): Client {
  return {
    get: async (path) => {
      const startedAt = performance.now();
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      const body = (await response.json()) as Record<string, unknown>;
      const ms = performance.now() - startedAt;
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`);
      return { body, ms };
    },
  };
}
