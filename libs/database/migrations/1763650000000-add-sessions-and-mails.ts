import type { MigrationInterface, QueryRunner } from 'typeorm';

// The tables with results, which are now kept per run.
const RESULT_TABLES = ['transcripts', 'analyses'];

export class AddSessionsAndMails1763650000000 implements MigrationInterface {
  name = 'AddSessionsAndMails1763650000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users alter column email drop not null');
    await runner.query(`
      create table sessions (
        sid text not null,
        user_id uuid not null,
        sess jsonb not null,
        expire timestamptz not null,
        created_at timestamptz not null default now(),
        constraint pk_sessions primary key (sid),
        constraint fk_sessions_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query('create index ix_sessions_user on sessions (user_id)');
    await runner.query('create index ix_sessions_expire on sessions (expire)');
    await runner.query(`
      create table contact_messages (
        id uuid not null default gen_random_uuid(),
        name text not null,
        email text not null,
        phone text,
        company text,
        message text not null,
        ip_address text,
        user_agent text,
        created_at timestamptz not null default now(),
        constraint pk_contact_messages primary key (id)
      )
    `);
    await runner.query(`
      create table mails (
        id uuid not null default gen_random_uuid(),
        recipient text not null,
        reply_to text,
        subject text not null,
        body text not null,
        state text not null default 'pending',
        attempts integer not null default 0,
        uncertain_tries integer not null default 0,
        run_after timestamptz not null default now(),
        lease_until timestamptz,
        error_code text,
        error_message text,
        sent_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint ck_mails_state check (state in ('pending', 'sending', 'sent', 'failed')),
        constraint pk_mails primary key (id)
      )
    `);
    await runner.query(`create index ix_mails_due on mails (run_after) where state in ('pending', 'sending')`);
    await runner.query(`
      alter table account_settings
        add sealed_webhook_url text,
        add service_titan_client_id text,
        add sealed_service_titan_client_secret text,
        add service_titan_environment text not null default 'production',
        add note_target text not null default 'job_then_customer',
        add service_titan_polling_enabled boolean not null default false,
        add poll_cursor text,
        add last_polled_at timestamptz,
        add stripe_subscription_id text,
        add stripe_customer_id text,
        add add_ons text[] not null default '{}',
        add constraint ck_account_settings_service_titan_environment check (service_titan_environment in ('production', 'integration')),
        add constraint ck_account_settings_note_target check (note_target in ('job', 'customer', 'job_then_customer'))
    `);
    await runner.query(`
      alter table usage_records
        add idempotency_key text,
        add request_hash text,
        add constraint uq_usage_records_idempotency_key unique (user_id, idempotency_key)
    `);
    await runner.query(`
      alter table usage_daily
        alter minutes type numeric(14,2),
        alter instance_runs type bigint,
        alter api_calls type bigint,
        add call_minutes numeric(14,2) not null default 0
    `);
    await runner.query('update usage_daily set call_minutes = minutes'); // until now, every minute was one of a call
    await runner.query('alter table calls add result_run_number integer');
    await runner.query(`update calls set result_run_number = run_number where state = 'completed'`); // until now, each call had one run
    for (const table of RESULT_TABLES) {
      await runner.query(
        `alter table ${table} drop constraint pk_${table}, add constraint pk_${table} primary key (call_id, run_number)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of RESULT_TABLES) {
      await runner.query(
        `delete from ${table} earlier using ${table} later where earlier.call_id = later.call_id and earlier.run_number < later.run_number`,
      );
      await runner.query(
        `alter table ${table} drop constraint pk_${table}, add constraint pk_${table} primary key (call_id)`,
      );
    }
    await runner.query('alter table calls drop result_run_number');
    await runner.query(`
      alter table usage_daily
        drop call_minutes, alter minutes type numeric(12,2), alter instance_runs type integer, alter api_calls type integer
    `);
    await runner.query('alter table usage_records drop idempotency_key, drop request_hash');
    await runner.query(`
      alter table account_settings drop sealed_webhook_url, drop service_titan_client_id, drop sealed_service_titan_client_secret,
        drop service_titan_environment, drop note_target, drop service_titan_polling_enabled, drop poll_cursor, drop last_polled_at,
        drop stripe_subscription_id, drop stripe_customer_id, drop add_ons
    `);
    await runner.query('drop table mails, contact_messages, sessions');
    await runner.query('delete from users where email is null');
    await runner.query('alter table users alter column email set not null');
  }
}
