import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddCallCorrections1763910000000 implements MigrationInterface {
  name = 'AddCallCorrections1763910000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => addTables(runner));
    await withShortLock(runner, async () => {
      await runner.query('alter table deliveries add if not exists event text');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table deliveries drop if exists event');
    });
    await withShortLock(runner, async () => {
      await runner.query('drop table if exists call_checks, call_corrections');
    });
  }
}

async function addTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table if not exists call_corrections (
      call_id uuid not null,
      account_id uuid not null,
      sentiment text not null,
      why text,
      original_sentiment text not null,
      original_needs_review boolean not null,
      original_review_reason text,
      original_confidence real not null,
      original_engine text not null,
      corrected_by uuid,
      corrected_at timestamptz(3) not null default now(),
      constraint pk_call_corrections primary key (call_id),
      constraint fk_call_corrections_call foreign key (call_id) references calls(id) on delete cascade,
      constraint fk_call_corrections_account foreign key (account_id) references accounts(id) on delete cascade,
      constraint fk_call_corrections_corrected_by foreign key (corrected_by) references users(id) on delete set null,
      constraint ck_call_corrections_sentiment check (sentiment in ('positive', 'neutral', 'negative'))
    )`);
  await runner.query('create index if not exists ix_call_corrections_account on call_corrections (account_id)');
  await runner.query('create index if not exists ix_call_corrections_corrected_by on call_corrections (corrected_by)');
  await runner.query(`
    create table if not exists call_checks (
      call_id uuid not null,
      account_id uuid not null,
      checked_by uuid,
      drawn_at timestamptz not null default now(),
      checked_at timestamptz,
      answer text,
      skip_reason text,
      run_number integer,
      engine text,
      sentiment text,
      needs_review boolean,
      confidence real,
      constraint pk_call_checks primary key (call_id),
      constraint fk_call_checks_call foreign key (call_id) references calls(id) on delete cascade,
      constraint fk_call_checks_account foreign key (account_id) references accounts(id) on delete cascade,
      constraint fk_call_checks_checked_by foreign key (checked_by) references users(id) on delete set null,
      constraint ck_call_checks_answer check (answer in ('positive', 'neutral', 'negative', 'cant_tell')),
      constraint ck_call_checks_outcome check (num_nonnulls(answer, skip_reason) = num_nonnulls(checked_at)),
      constraint ck_call_checks_judged check (answer is null or num_nulls(run_number, engine, sentiment, needs_review, confidence) = 0)
    )`);
  await runner.query('create index if not exists ix_call_checks_account on call_checks (account_id, checked_by)');
  await runner.query('create index if not exists ix_call_checks_checked_by on call_checks (checked_by)');
}
