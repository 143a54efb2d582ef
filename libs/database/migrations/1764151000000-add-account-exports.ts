import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports of everything in an account. */
export class AddAccountExports1764151000000 implements MigrationInterface {
  name = 'AddAccountExports1764151000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_exports (
        id uuid not null default gen_random_uuid(),
        account_id uuid not null,
        requested_by uuid,
        requested_at timestamptz not null default clock_timestamp(),
        state text not null default 'queued',
        failure text,
        attempts integer not null default 0,
        run_after timestamptz not null default now(),
        lease_token uuid,
        lease_until timestamptz,
        started_at timestamptz,
        total_calls integer not null default 0,
        done_calls integer not null default 0,
        percent smallint not null default 0,
        storage_key text,
        bytes bigint,
        finished_at timestamptz,
        expires_at timestamptz,
        constraint pk_account_exports primary key (id),
        constraint fk_account_exports_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint fk_account_exports_requested_by foreign key (requested_by) references users(id) on delete set null,
        constraint ck_account_exports_state check (state in ('queued', 'running', 'ready', 'failed', 'canceled',
          'replaced', 'deleted', 'expired', 'erased')),
        constraint ck_account_exports_failure check (failure in ('storage_full', 'interrupted', 'internal'))
      )
    `);
    await runner.query('create index ix_account_exports_account on account_exports (account_id, requested_at)');
    await runner.query('create index ix_account_exports_requested_by on account_exports (requested_by)');
    // One under way in an account.
    await runner.query(`
      create unique index uq_account_exports_under_way on account_exports (account_id)
      where state in ('queued', 'running')
    `);
    await runner.query(
      "create index ix_account_exports_stored on account_exports (state) where state in ('queued', 'running', 'ready')",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_exports');
  }
}
