import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const WEEKDAY = { from: '08:00', until: '17:00' };
const WEEK = [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, null, null];

export class AddFollowUps1763940000000 implements MigrationInterface {
  name = 'AddFollowUps1763940000000';
  transaction = false;

  // One table at a time: a transaction that holds another one cannot deadlock with it.
  async up(runner: QueryRunner): Promise<void> {
    const change = async (sql: string): Promise<void> =>
      withShortLock(runner, async () => void (await runner.query(sql)));
    await change('alter table calls add if not exists customer_key text');
    await change(`
      alter table account_settings
        add if not exists call_back_within_minutes integer not null default 60,
        add if not exists business_week jsonb not null default '${JSON.stringify(WEEK)}',
        add if not exists holidays text[] not null default '{}',
        add if not exists overdue_alerts_enabled boolean not null default true,
        add if not exists overdue_addresses text[] not null default '{}'`);
    await withShortLock(runner, () => addCustomers(runner));
    await withShortLock(runner, () => addFollowUps(runner));
  }

  async down(runner: QueryRunner): Promise<void> {
    const change = async (sql: string): Promise<void> =>
      withShortLock(runner, async () => void (await runner.query(sql)));
    await change('drop table if exists follow_up_events, follow_up_calls, follow_ups');
    await change('drop table if exists customer_keys, customers');
    await change(`
      alter table account_settings drop if exists call_back_within_minutes, drop if exists business_week,
        drop if exists holidays, drop if exists overdue_alerts_enabled, drop if exists overdue_addresses`);
    await change('alter table calls drop if exists customer_key');
  }
}

async function addCustomers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table if not exists customers (
      account_id uuid not null,
      id uuid not null default gen_random_uuid(),
      name text,
      is_name_corrected boolean not null default false,
      created_at timestamptz not null default now(),
      constraint pk_customers primary key (account_id, id),
      constraint fk_customers_account foreign key (account_id) references accounts(id) on delete cascade
    )`);
  await runner.query(`
    create table if not exists customer_keys (
      account_id uuid not null,
      key text not null,
      customer_id uuid not null,
      constraint pk_customer_keys primary key (account_id, key),
      constraint fk_customer_keys_customer foreign key (account_id, customer_id)
        references customers(account_id, id) on delete cascade
    )`);
  await runner.query('create index if not exists ix_customer_keys_customer on customer_keys (account_id, customer_id)');
}

async function addFollowUps(runner: QueryRunner): Promise<void> {
  const kinds = "('unhappy', 'promise', 'voicemail', 'review')";
  await runner.query(`
    create table if not exists follow_ups (
      id uuid not null default gen_random_uuid(),
      account_id uuid not null,
      customer_id uuid,
      call_id uuid not null,
      kind text not null,
      state text not null default 'open',
      outcome text,
      due_at timestamptz not null,
      is_promised_time boolean not null default false,
      urgent_at timestamptz not null,
      call_count integer not null default 1,
      snoozed_until timestamptz,
      assignee_id uuid,
      taken_by text,
      escalated_at timestamptz,
      closed_at timestamptz,
      called_back_at timestamptz,
      closed_by_call_id uuid,
      version integer not null default 1,
      opened_at timestamptz not null,
      updated_at timestamptz not null default clock_timestamp(),
      constraint pk_follow_ups primary key (id),
      constraint fk_follow_ups_account foreign key (account_id) references accounts(id) on delete cascade,
      constraint fk_follow_ups_customer foreign key (account_id, customer_id)
        references customers(account_id, id) on delete cascade,
      constraint fk_follow_ups_call foreign key (call_id) references calls(id) on delete cascade,
      constraint fk_follow_ups_assignee foreign key (account_id, assignee_id) references members(account_id, user_id)
        on delete set null (assignee_id),
      constraint ck_follow_ups_kind check (kind in ${kinds}),
      constraint ck_follow_ups_state check (state in ('open', 'in_progress', 'done', 'dismissed')),
      constraint ck_follow_ups_outcome
        check (outcome in ('recovered', 'called_back', 'still_unhappy', 'no_answer', 'not_needed'))
    )`);
  const waiting = `where state in ('open', 'in_progress')`;
  for (const index of [
    `unique index if not exists uq_follow_ups_waiting on follow_ups (account_id, customer_id) ${waiting}`,
    `index if not exists ix_follow_ups_urgent on follow_ups (account_id, urgent_at, id) ${waiting}`,
    `index if not exists ix_follow_ups_closed on follow_ups (account_id, closed_at desc, id desc)
      where closed_at is not null`,
    'index if not exists ix_follow_ups_customer on follow_ups (account_id, customer_id, opened_at)',
    'index if not exists ix_follow_ups_call on follow_ups (call_id)',
    `index if not exists ix_follow_ups_due on follow_ups (due_at) ${waiting} and escalated_at is null`,
    `index if not exists ix_follow_ups_assignee on follow_ups (account_id, assignee_id)
      where assignee_id is not null`,
    `index if not exists ix_follow_ups_closed_by on follow_ups (closed_by_call_id)
      where closed_by_call_id is not null`,
    'index if not exists ix_follow_ups_changed on follow_ups (account_id, updated_at, id)',
  ]) {
    await runner.query(`create ${index}`);
  }
  await runner.query(`
    create table if not exists follow_up_calls (
      call_id uuid not null,
      follow_up_id uuid not null,
      kind text,
      due_at timestamptz,
      is_promised_time boolean not null default false,
      called_at timestamptz not null,
      is_raising boolean not null default true,
      constraint pk_follow_up_calls primary key (call_id),
      constraint fk_follow_up_calls_call foreign key (call_id) references calls(id) on delete cascade,
      constraint fk_follow_up_calls_follow_up foreign key (follow_up_id) references follow_ups(id) on delete cascade,
      constraint ck_follow_up_calls_kind check (kind in ${kinds})
    )`);
  await runner.query('create index if not exists ix_follow_up_calls_follow_up on follow_up_calls (follow_up_id)');
  await runner.query(`
    create table if not exists follow_up_events (
      id uuid not null default gen_random_uuid(),
      follow_up_id uuid not null,
      type text not null,
      actor text,
      call_id uuid,
      outcome text,
      note text,
      until timestamptz,
      at timestamptz not null default clock_timestamp(),
      constraint pk_follow_up_events primary key (id),
      constraint fk_follow_up_events_follow_up foreign key (follow_up_id) references follow_ups(id) on delete cascade,
      constraint fk_follow_up_events_call foreign key (call_id) references calls(id) on delete set null
    )`);
  await runner.query('create index if not exists ix_follow_up_events_follow_up on follow_up_events (follow_up_id, at)');
  await runner.query(
    'create index if not exists ix_follow_up_events_call on follow_up_events (call_id) where call_id is not null',
  );
}
