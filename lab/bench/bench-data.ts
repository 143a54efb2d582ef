import { setTimeout as sleep } from 'node:timers/promises';

import { hashToken, getLastFour, generateBearerToken } from '@ringwell/platform/crypto/token-hash';

import type { BenchStores } from './stores';

/** Inserts active accounts with their settings and scheduling turns. @returns their IDs in order */
export async function insertAccounts(
  stores: BenchStores,
  count: number,
  maxConcurrentWorkflows = 5,
): Promise<string[]> {
  const accounts = await stores.query<{ id: string }>(
    `
    with owner as (
      insert into users (email, first_name, last_name)
      select 'account-' || number || '@example.com', 'First ' || number, 'Last ' || number
      from generate_series(1, $1::int) number returning id, last_name
    ), account as (
      insert into accounts (company, status, activated_at)
      select replace(last_name, 'Last', 'Company'), 'active', now() - interval '400 days' from owner returning id, company
    ), membership as (
      insert into members (account_id, user_id, role)
      select account.id, owner.id, 'owner' from account join owner on company = replace(last_name, 'Last', 'Company')
    ), settings as (
      insert into account_settings (account_id, max_concurrent_workflows) select id, $2 from account
    ), lanes as (
      insert into account_lanes (account_id) select id from account
    )
    select id from account`,
    [count, maxConcurrentWorkflows],
  );
  return accounts.map(({ id }) => id);
}

export async function insertToken(stores: BenchStores, accountId: string): Promise<string> {
  const token = generateBearerToken();
  await stores.query('insert into bearer_tokens (account_id, token_hash, last_four, name) values ($1, $2, $3, $4)', [
    accountId,
    hashToken(token),
    getLastFour(token),
    'bench',
  ]);
  return token;
}

/** The key for recordings whose recognition takes `BENCH_LONG_RECOGNITION_MS`. */
export const LONG_RECORDING_KEY = 'recordings/long';

/** Inserts queued calls, assigned to the accounts round-robin. */
export async function insertQueuedCalls(
  stores: BenchStores,
  accountIds: readonly string[],
  count: number,
  recordingKey = 'recordings/none',
): Promise<void> {
  await stores.query(
    `
    insert into calls (account_id, source, direction, from_number, to_number, customer_name, recording_key)
    select ($1::uuid[])[1 + number % cardinality($1::uuid[])], 'n8n', 'inbound', '+15551234567', '+15557654321',
      'Dana Reyes', $3
    from generate_series(1, $2::int) number`,
    [accountIds, count, recordingKey],
  );
}

/** Counts unfinished calls. Only reads partial indexes, so the query hardly affects the measurement. */
export async function countOpenCalls(stores: BenchStores): Promise<number> {
  const [openCalls] = await stores.query<{ count: number }>(`
    select ((select count(*) from calls where state = 'queued')
      + (select count(*) from calls where state in ('released', 'running')))::int as count`);
  return openCalls?.count ?? 0;
}

export async function waitUntil(
  condition: () => Promise<boolean>,
  description: string,
  timeoutMs = 300_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Timed out after ${timeoutMs / 1_000} s waiting for ${description}.`);
    await sleep(50);
  }
}

/** @throws if any call wasn't completed, which would make the measurements meaningless */
export async function assertAllCompleted(stores: BenchStores): Promise<void> {
  const unfinishedCalls = await stores.query<{ state: string; count: number; error: string | null }>(
    `select state, count(*)::int as count, min(error_message) as error
    from calls where state <> 'completed' group by state`,
  );
  if (unfinishedCalls.length > 0) throw new Error(`Some calls were not completed: ${JSON.stringify(unfinishedCalls)}`);
}
