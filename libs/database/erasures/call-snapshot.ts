import type { EntityManager } from 'typeorm';

import { rows } from '../postgres/sql';

const rowsSql = (table: string, condition: string): string =>
  `'${table}', (select coalesce(jsonb_agg(to_jsonb(${table})), '[]') from ${table} where ${condition})`;

const FOLLOW_UP_EVENT_IDS = 'select id from follow_up_events where follow_up_id = any($3::uuid[])';
const DELIVERIES = `call_id = call.id or follow_up_event_id in (${FOLLOW_UP_EVENT_IDS})`;

/**
 * SQL for all rows that belong to `call`, its follow-ups `$3` and its customers `$4`. PostgreSQL's JSON keeps numbers
 * and timestamps exact.
 */
export const CALL_SNAPSHOT = `jsonb_build_object('call', to_jsonb(call),
  ${rowsSql('transcripts', 'call_id = call.id')},
  ${rowsSql('analyses', 'call_id = call.id')},
  ${rowsSql('pending_words', 'call_id = call.id')},
  ${rowsSql('call_corrections', 'call_id = call.id')},
  ${rowsSql('call_edits', 'call_id = call.id')},
  ${rowsSql('call_checks', 'call_id = call.id')},
  ${rowsSql('booking_facts', 'call_id = call.id')},
  ${rowsSql('shared_links', 'call_id = call.id')},
  ${rowsSql('usage_records', 'call_id = call.id')},
  ${rowsSql('follow_ups', 'id = any($3::uuid[])')},
  ${rowsSql('follow_up_calls', 'follow_up_id = any($3::uuid[])')},
  ${rowsSql('follow_up_events', 'follow_up_id = any($3::uuid[])')},
  ${rowsSql('deliveries', DELIVERIES)},
  ${rowsSql('delivery_attempts', `delivery_id in (select id from deliveries where ${DELIVERIES})`)},
  ${rowsSql('follow_up_links', `follow_up_id = any($3::uuid[]) or delivery_id in (select id from deliveries where ${DELIVERIES})`)},
  ${rowsSql('customers', 'account_id = call.account_id and id = any($4::uuid[])')},
  ${rowsSql('customer_keys', 'account_id = call.account_id and customer_id = any($4::uuid[])')})`;

// A user, member, agent or escalation may have been deleted since.
const existingIdSql = (table: string, column: string): string =>
  `(select id from ${table} where id = (row->>'${column}')::uuid)`;
const EXISTING_ASSIGNEE = `(select user_id from members
  where account_id = (row->>'account_id')::uuid and user_id = (row->>'assignee_id')::uuid)`;
// The customer's numbers may now belong to other customers. Prefers the one with the call's number.
// `removeKeylessCustomers` then deletes the restored customer, with any follow-ups.
const EXISTING_CUSTOMER = `case when row->>'customer_id' is not null then coalesce(
  (select customer_id from customer_keys
    where account_id = (row->>'account_id')::uuid and customer_id = (row->>'customer_id')::uuid limit 1),
  (select customer_id from customer_keys
    where account_id = (row->>'account_id')::uuid and key in (
      select held->>'key' from jsonb_array_elements(snapshot->'customer_keys') held
      where held->>'customer_id' = row->>'customer_id')
    order by key is not distinct from snapshot->'call'->>'customer_key' desc limit 1)) end`;
const FOLLOW_UP_EXISTS = `exists (select from follow_ups where id = (row->>'follow_up_id')::uuid)`;
const DELIVERY_EXISTS = `exists (select from deliveries where id = (row->>'delivery_id')::uuid)`;

interface RestoredTable {
  table: string;
  /** SQL over `row` and `snapshot` for columns whose values change when they're restored. */
  changes?: Record<string, string>;
  /** SQL condition for rows that can still be restored. */
  where?: string;
}

const wasInStateSql = (states: string): string => `row->>'state' in (${states})`;
// Whatever was being processed or sent when the call was deleted is no longer in progress.
const CLEARED_LEASE = { lease_token: 'null', lease_until: 'null' };
const CALL_CHANGES = {
  ...CLEARED_LEASE,
  agent_id: existingIdSql('agents', 'agent_id'),
  state: `case when ${wasInStateSql(`'released', 'running'`)} then 'queued' else row->>'state' end`,
  worker_id: 'null',
  released_at: 'null',
  run_after: 'now()',
  started_at: `case when not ${wasInStateSql(`'released', 'running'`)} then row->'started_at' end`,
  deadline_at: `case when not ${wasInStateSql(`'released', 'running'`)} then row->'deadline_at' end`,
};
const DELIVERY_CHANGES = {
  ...CLEARED_LEASE,
  escalation_id: existingIdSql('escalations', 'escalation_id'),
  state: `case when ${wasInStateSql(`'sending', 'verifying'`)} then 'unknown' else row->>'state' end`,
};

// Tables in foreign key order.
const RESTORED_TABLES: readonly RestoredTable[] = [
  { table: 'customers' },
  { table: 'customer_keys' },
  { table: 'calls', changes: CALL_CHANGES },
  { table: 'transcripts' },
  { table: 'analyses' },
  { table: 'pending_words' },
  { table: 'call_corrections', changes: { corrected_by: existingIdSql('users', 'corrected_by') } },
  { table: 'call_edits', changes: { edited_by: existingIdSql('users', 'edited_by') } },
  { table: 'call_checks', changes: { checked_by: existingIdSql('users', 'checked_by') } },
  { table: 'booking_facts' },
  { table: 'shared_links', changes: { created_by: existingIdSql('users', 'created_by') } },
  {
    table: 'follow_ups',
    changes: {
      customer_id: EXISTING_CUSTOMER,
      assignee_id: EXISTING_ASSIGNEE,
      escalation_id: existingIdSql('escalations', 'escalation_id'),
      call_id: `(select id from calls where id = (row->>'call_id')::uuid)`,
    },
    where: `exists (select from calls where id = (row->>'call_id')::uuid)`,
  },
  {
    table: 'follow_up_calls',
    where: `${FOLLOW_UP_EXISTS} and exists (select from calls where id = (row->>'call_id')::uuid)`,
  },
  { table: 'follow_up_events', changes: { call_id: existingIdSql('calls', 'call_id') }, where: FOLLOW_UP_EXISTS },
  {
    table: 'deliveries',
    changes: DELIVERY_CHANGES,
    where: `(row->>'follow_up_event_id' is null
      or exists (select from follow_up_events where id = (row->>'follow_up_event_id')::uuid))`,
  },
  { table: 'delivery_attempts', where: DELIVERY_EXISTS },
  { table: 'follow_up_links', where: `${DELIVERY_EXISTS} and ${FOLLOW_UP_EXISTS}` },
];

/**
 * Reinserts a deleted call's rows. Doesn't change rows that still exist, such as a follow-up with other calls, except
 * to restore what the deletion cleared: references to the call, and usage records' details. Columns added since then
 * get their defaults if they can't be null.
 */
export async function restoreSnapshot(manager: EntityManager, callId: string): Promise<void> {
  const defaults = await rows<{ name: string; values: string }>(
    manager,
    `
    select attrelid::regclass::text as name,
      string_agg(format('%L, %s', attname, pg_get_expr(adbin, adrelid)), ', ') as values
    from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = any($1::regclass[]) and attnotnull group by 1`,
    [RESTORED_TABLES.map(({ table }) => table)],
  );
  for (const { table, changes = {}, where = 'true' } of RESTORED_TABLES) {
    const changedColumns = Object.entries(changes).map(([column, sql]) => `'${column}', ${sql}`);
    const tableDefaults = defaults.find(({ name }) => name === table)?.values ?? '';
    const source =
      table === 'calls'
        ? `(values (snapshot->'call')) as source (row)`
        : `jsonb_array_elements(snapshot->'${table}') as source (row)`;
    await rows(
      manager,
      `
      insert into ${table}
      select restored.* from deleted_calls cross join lateral ${source}
        cross join lateral jsonb_populate_record(null::${table},
          jsonb_build_object(${tableDefaults}) || row || jsonb_build_object(${changedColumns.join(', ')})) restored
      where deleted_calls.call_id = $1 and ${where}
      on conflict do nothing`,
      [callId],
    );
  }
  await rows(
    manager,
    `
    update usage_records set call_id = $1, metadata = restored.metadata, call_data = restored.call_data
    from deleted_calls cross join lateral jsonb_populate_recordset(null::usage_records, snapshot->'usage_records') restored
    where deleted_calls.call_id = $1 and usage_records.id = restored.id and usage_records.call_id is null`,
    [callId],
  );
  await rows(
    manager,
    `
    update follow_up_events set call_id = $1
    from deleted_calls cross join lateral
      jsonb_populate_recordset(null::follow_up_events, snapshot->'follow_up_events') restored
    where deleted_calls.call_id = $1 and restored.call_id = $1 and follow_up_events.id = restored.id
      and follow_up_events.call_id is null`,
    [callId],
  );
  await rows(
    manager,
    `
    update follow_ups set closed_by_call_id = $1
    from deleted_calls cross join lateral jsonb_populate_recordset(null::follow_ups, snapshot->'follow_ups') restored
    where deleted_calls.call_id = $1 and restored.closed_by_call_id = $1 and follow_ups.id = restored.id
      and follow_ups.state = 'done' and follow_ups.closed_by_call_id is null`,
    [callId],
  );
}
