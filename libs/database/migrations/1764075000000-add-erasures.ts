import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted calls on their way out, and the receipts of what was erased. */
export class AddErasures1764075000000 implements MigrationInterface {
  name = 'AddErasures1764075000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table erasures (
        id uuid not null default gen_random_uuid(),
        account_id uuid not null,
        kind text not null,
        requested_by uuid,
        requested_at timestamptz not null default clock_timestamp(),
        customer_id uuid,
        keys text[],
        calls integer not null default 0,
        demo_calls integer not null default 0,
        erased_calls integer not null default 0,
        recordings integer not null default 0,
        finished_at timestamptz,
        constraint pk_erasures primary key (id),
        constraint fk_erasures_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint fk_erasures_requested_by foreign key (requested_by) references users(id) on delete set null,
        constraint ck_erasures_kind check (kind in ('call', 'customer'))
      )
    `);
    await runner.query('create index ix_erasures_account on erasures (account_id, requested_at)');
    await runner.query('create index ix_erasures_requested_by on erasures (requested_by)');
    await runner.query('create index ix_erasures_unfinished on erasures (requested_at) where finished_at is null');
    await runner.query(`
      create table deleted_calls (
        call_id uuid not null,
        account_id uuid not null,
        erasure_id uuid not null,
        recording_key text,
        snapshot jsonb,
        erase_at timestamptz not null,
        constraint pk_deleted_calls primary key (call_id),
        constraint fk_deleted_calls_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint fk_deleted_calls_erasure foreign key (erasure_id) references erasures(id) on delete cascade
      )
    `);
    await runner.query('create index ix_deleted_calls_due on deleted_calls (erase_at)');
    await runner.query('create index ix_deleted_calls_account on deleted_calls (account_id)');
    await runner.query('create index ix_deleted_calls_erasure on deleted_calls (erasure_id)');
    await runner.query(`
      create table deleted_call_ids (
        account_id uuid not null,
        hash text not null,
        call_id uuid not null,
        constraint pk_deleted_call_ids primary key (account_id, hash),
        constraint fk_deleted_call_ids_account foreign key (account_id) references accounts(id) on delete cascade
      )
    `);
    await runner.query('create index ix_deleted_call_ids_call on deleted_call_ids (call_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deleted_call_ids, deleted_calls, erasures');
  }
}
