import type { BenchStores } from './stores';

const CUSTOMERS = 200_000;

/**
 * Inserts completed calls for the account, spread over the last year, each with an analysis and two messages. One
 * customer has 0.2% of the calls; the others have about the same number each.
 */
export async function insertCompletedCalls(stores: BenchStores, accountId: string, calls: number): Promise<void> {
  await stores.query('set session_replication_role = replica'); // turns off triggers, such as the search triggers
  await stores.query(
    `
    insert into calls (account_id, source, state, direction, from_number, to_number, customer_name, recording_key,
      attempts, result_run_number, duration_seconds, created_at, occurred_at)
    select $1, 'n8n', 'completed', (array['inbound', 'outbound'])[1 + (number % 4 = 0)::int],
      '+1555' || lpad(customer::text, 7, '0'), '+15557654321',
      initcap(translate(customer::text, '0123456789', 'aeioulnrst')) || ' ' ||
        (array['Reyes', 'Miller', 'Garcia', 'Johnson', 'Okafor', 'Nguyen', 'Larsen'])[1 + customer % 7],
      'recordings/none', 1, 1, 200, at, at
    from generate_series(1, $2::int) number
    cross join lateral (
      select case when number % 500 = 0 then ${CUSTOMERS} else number * 7919::bigint % ${CUSTOMERS} end as customer) caller
    cross join lateral (select now() - ($2::int - number) * interval '365 days' / $2::int as at) moment
    order by number`,
    [accountId, calls],
  );
  await stores.query(`
    insert into analyses (call_id, account_id, run_number, engine, sentiment, confidence, summary, key_points, reason,
      outcome, follow_up, course, evidence, created_at)
    select id, account_id, 1, 'bench', (array['positive', 'neutral', 'negative'])[1 + floor(random() * 3)::int], 0.9,
      repeat('A summary. ', 30), '["One point"]', 'A reason.', 'An outcome.', '{"needed": false}', '[]', '[]', created_at
    from calls order by created_at`);
  await stores.query(`
    insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state, attempts,
      sent_at, created_at)
    select account_id, id, 1, channel, 'office@example.com', 'hash', 'sent', 1, created_at, created_at
    from calls cross join (values ('email'), ('webhook')) message (channel) order by created_at`);
  await stores.query('set session_replication_role = default');
  await stores.query('vacuum analyze');
}
