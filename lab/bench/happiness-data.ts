import { BOOKINGS } from '@ringwell/domain/calls/booking';

import type { BenchStores } from './stores';

/** Calls counted per statement. */
const BATCH_SIZE = 10_000;
const AGENTS = 50;

/**
 * Inserts completed calls for each account, spread over the office hours of the last year, with 50 agents, 10 topics
 * and all bookings, and counts them.
 * @returns how long counting took, in milliseconds
 */
export async function insertJudgedCalls(
  stores: BenchStores,
  accountIds: readonly string[],
  callsPerAccount: number,
): Promise<number> {
  await stores.query(
    `insert into agents (account_id, name)
    select account_id, 'Agent ' || number from unnest($1::uuid[]) account_id, generate_series(1, $2::int) number`,
    [accountIds, AGENTS],
  );
  await stores.query('set session_replication_role = replica'); // turns off triggers, such as the search triggers
  await stores.query(
    `
    insert into calls (account_id, source, state, direction, agent_id, recording_key, attempts, result_run_number,
      created_at, occurred_at)
    select account_id, 'n8n', 'completed', (array['inbound', 'outbound'])[1 + number % 2],
      agent_ids[1 + number % $3::int], 'recordings/none', 1, 1, at, at
    from (select account_id, array_agg(id) as agent_ids from agents where account_id = any($1) group by account_id) office
    cross join generate_series(1, $2::int) number
    cross join lateral (
      select date_trunc('day', now()) - (($2::int - number)::bigint * 365 / $2::int)::int * interval '1 day'
        + interval '7 hours' + number * 7919::bigint % 46800 * interval '1 second' as at) moment
    order by number, account_id`,
    [accountIds, callsPerAccount, AGENTS],
  );
  await stores.query(
    `
    insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points, reason,
      outcome, follow_up, course, evidence, needs_review, created_at, booking, asked, reached)
    select id, account_id, 1, 'bench', sentiment, random(), repeat('A summary. ', 30), '["One point"]', 'A reason.',
      'An outcome.', '{"needed": false}', '[]',
      jsonb_build_array(jsonb_build_object('claim', initcap(sentiment), 'segment', 1, 'startMs', 1000, 'endMs', 4000,
        'quote', 'These are the words of the customer.')),
      random() < 0.05, created_at, ($2::text[])[1 + floor(random() * cardinality($2::text[]))::int],
      (array['asked', 'not_asked', 'unclear'])[1 + floor(random() * 3)::int],
      (array['reached', 'not_reached', 'unclear'])[1 + floor(random() * 3)::int]
    from (select *, (array['positive', 'neutral', 'negative'])[1 + floor(random() * 3)::int] as sentiment from calls
      where account_id = any($1) order by created_at) call`,
    [accountIds, BOOKINGS],
  );
  await stores.query('set session_replication_role = default');
  await stores.query('vacuum analyze');
  const startedAt = performance.now();
  await stores.query(
    `
    select judge_calls(account_id, ids) from (
      select account_id, array_agg(id) as ids from (
        select account_id, id,
          (row_number() over (partition by account_id order by created_at desc) - 1) / $2::int as batch
        from calls where account_id = any($1)) call
      group by account_id, batch order by batch, account_id) batches`,
    [accountIds, BATCH_SIZE],
  );
  const countingMs = performance.now() - startedAt;
  await stores.query(
    `update judged_calls set topic = 'topic ' || hashtext(call_id::text) % 10 where account_id = any($1)`,
    [accountIds],
  );
  await stores.query('vacuum analyze');
  return countingMs;
}

const KINDS = ['unhappy', 'promise', 'voicemail', 'lead'];

/**
 * Inserts follow-ups for evenly spaced calls in the account. A quarter are about unhappy customers, and nine in ten
 * customers were called back.
 */
export async function insertFollowUps(stores: BenchStores, accountId: string, count: number): Promise<void> {
  await stores.query(
    `
    insert into follow_ups (account_id, call_id, kind, state, outcome, due_at, urgent_at, closed_at, called_back_at,
      opened_at)
    select $1, id, ($3::text[])[1 + number % cardinality($3::text[])], case when done then 'done' else 'open' end,
      case when done then case when ($3::text[])[1 + number % cardinality($3::text[])] = 'lead' then 'won'
        else (array['recovered', 'called_back', 'still_unhappy'])[1 + number % 3] end end, at + interval '1 hour',
      at + interval '1 hour', case when done then back end, case when done then back end, at
    from (
      select id, created_at as at, number, number % 10 <> 0 as done,
        created_at + number * 7919 % 7200 * interval '1 second' as back
      from (select id, created_at, row_number() over (order by created_at) as rank, count(*) over () as total
        from calls where account_id = $1) call
        cross join lateral (select rank * $2::bigint / total as number) counted
      where rank * $2::bigint / total > (rank - 1) * $2::bigint / total) chosen`,
    [accountId, count, KINDS],
  );
  await stores.query('vacuum analyze follow_ups');
}
