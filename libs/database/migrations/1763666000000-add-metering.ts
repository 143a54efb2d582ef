import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddMetering1763666000000 implements MigrationInterface {
  name = 'AddMetering1763666000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table meter_ledgers (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        subscription_id text not null,
        customer_id text not null,
        began_at timestamptz not null,
        ended_at timestamptz,
        reported_minutes integer not null default 0,
        constraint ck_meter_ledgers_end check (ended_at >= began_at),
        constraint pk_meter_ledgers primary key (id),
        constraint fk_meter_ledgers_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query('create index ix_meter_ledgers_user on meter_ledgers (user_id)');
    await runner.query('create unique index uq_meter_ledgers_open on meter_ledgers (user_id) where ended_at is null');
    await runner.query(`
      create table meter_outbox (
        id uuid not null default gen_random_uuid(),
        user_id uuid,
        ledger_id uuid,
        customer_id text not null,
        minutes integer not null,
        used_at timestamptz not null,
        state text not null default 'pending',
        attempts integer not null default 0,
        run_after timestamptz not null default now(),
        uncertain_since timestamptz,
        error_code text,
        error_message text,
        sent_at timestamptz,
        created_at timestamptz not null default now(),
        constraint ck_meter_outbox_state check (state in ('pending', 'sending', 'sent', 'failed')),
        constraint ck_meter_outbox_minutes check (minutes > 0),
        constraint pk_meter_outbox primary key (id),
        constraint fk_meter_outbox_user foreign key (user_id) references users(id) on delete set null,
        constraint fk_meter_outbox_ledger foreign key (ledger_id) references meter_ledgers(id) on delete set null
      )
    `);
    await runner.query(
      `create index ix_meter_outbox_due on meter_outbox (run_after) where state in ('pending', 'sending')`,
    );
    await runner.query('create index ix_meter_outbox_user on meter_outbox (user_id)');
    await runner.query('create index ix_meter_outbox_ledger on meter_outbox (ledger_id)');
    await runner.query('create index ix_meter_outbox_used on meter_outbox (used_at)');
    await runner.query(`
      create table usage_notices (
        user_id uuid not null,
        period_starts_at timestamptz not null,
        level integer not null,
        created_at timestamptz not null default now(),
        constraint pk_usage_notices primary key (user_id, period_starts_at, level),
        constraint fk_usage_notices_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['usage_notices', 'meter_outbox', 'meter_ledgers']) await runner.query(`drop table ${table}`);
  }
}
