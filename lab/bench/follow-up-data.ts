import type { BenchStores } from './stores';

const WAITING_FRACTION = 0.2;

/**
 * Assigns the account's calls to customers by phone number and adds follow-ups to the latest calls. A fifth of the
 * follow-ups are waiting, and the rest are closed. Of those waiting, half are overdue, some are snoozed, and a quarter
 * are assigned to the owner.
 */
export async function insertFollowUps(stores: BenchStores, accountId: string, followUps: number): Promise<void> {
  await stores.query('set session_replication_role = replica'); // turns off triggers, such as the happiness page's
  await insertCustomers(stores, accountId);
  await stores.query(
    `
    with latest as (
      select id, customer_key, at, row_number() over (order by at desc) as number,
        row_number() over (partition by customer_key order by at desc) as of_customer
      from (select id, customer_key, least(occurred_at, created_at) as at from calls where account_id = $1
        and customer_key is not null order by least(occurred_at, created_at) desc, id desc limit $2) call
    ), added as (
      select latest.*, customer_id, number % 4 as turn,
        row_number() over (order by of_customer, number) <= $2 * ${WAITING_FRACTION}::float8 and of_customer = 1 as waits
      from latest join customer_keys on account_id = $1 and key = customer_key
    )
    insert into follow_ups (account_id, customer_id, call_id, kind, state, outcome, due_at, urgent_at, call_count,
      snoozed_until, assignee_id, escalated_at, closed_at, called_back_at, opened_at, updated_at)
    select $1, customer_id, id, (array['unhappy', 'promise', 'voicemail', 'review'])[1 + number / 4 % 4],
      case when not waits then 'done' when turn = 0 then 'in_progress' else 'open' end,
      case when not waits then 'recovered' end, due_at, due_at, 1,
      case when waits and number % 20 = 0 then now() + interval '1 day' end, case when turn = 0 then owner.user_id end,
      case when due_at < now() then due_at end, case when not waits then at + interval '2 hours' end,
      case when not waits then at + interval '2 hours' end, at, at + interval '2 hours'
    from added join members owner on owner.account_id = $1 and owner.role = 'owner' cross join lateral (
      select case when waits and number % 2 = 0 then now() + number * interval '10 seconds'
        else at + interval '1 hour' end as due_at) due`,
    [accountId, followUps],
  );
  await stores.query(`
    insert into follow_up_calls (call_id, follow_up_id, kind, due_at, called_at)
    select call_id, id, kind, due_at, opened_at from follow_ups`);
  await stores.query(`
    insert into follow_up_events (follow_up_id, type, actor, call_id, note, at)
    select follow_ups.id, event.type, case when event.type <> 'opened' then 'Dana Reyes' end,
      case when event.type = 'opened' then call_id end, case when event.type = 'noted' then 'A note.' end,
      opened_at + event.position * interval '10 minutes'
    from follow_ups cross join unnest(array['opened', 'taken', 'noted', 'done']) with ordinality event (type, position)
    where event.position <= case when state = 'done' then 4 when state = 'in_progress' then 2 else 1 end`);
  await stores.query('set session_replication_role = default');
  await stores.query('vacuum analyze');
}

// Fills in standings roughly as `CustomerStandingsRepository` does. 5% of customers are at risk.
async function insertCustomers(stores: BenchStores, accountId: string): Promise<void> {
  await stores.query(`update calls set customer_key = 'tel:' || from_number where account_id = $1`, [accountId]);
  await stores.query(
    `
    with customer as (
      select customer_key, gen_random_uuid() as id, min(customer_name) as name, max(created_at) as called_at,
        count(*) filter (where created_at > now() - interval '90 days') as recent_calls
      from calls where account_id = $1 and customer_key is not null group by customer_key
    ), added as (
      insert into customers (account_id, id, name, last_called_at, recent_calls, last_label, risks, risk_count,
        refresh_at)
      select $1, id, name, called_at, recent_calls, 'neutral',
        case when is_at_risk then jsonb_build_array(jsonb_build_object('kind', 'unhappy_twice', 'at', called_at,
          'calls', 2)) else '[]' end, is_at_risk::int, null
      from (select *, hashtext(customer_key) % 20 = 0 as is_at_risk from customer) judged
    )
    insert into customer_keys (account_id, key, customer_id) select $1, customer_key, id from customer`,
    [accountId],
  );
}
