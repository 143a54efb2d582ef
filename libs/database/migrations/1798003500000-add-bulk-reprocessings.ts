import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts whose calls are processed again because the basic recognizer heard them. */
export class AddBulkReprocessings1798003500000 implements MigrationInterface {
  name = 'AddBulkReprocessings1798003500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table bulk_reprocessings (
        account_id uuid not null,
        total integer not null,
        finished integer not null default 0,
        call_ids uuid[] not null default '{}',
        before timestamptz not null default now(),
        before_call_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        started_at timestamptz not null default now(),
        constraint pk_bulk_reprocessings primary key (account_id),
        constraint fk_bulk_reprocessings_account foreign key (account_id) references accounts(id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bulk_reprocessings');
  }
}
