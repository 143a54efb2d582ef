import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const FEED_COLUMNS = ['call_type', 'call_reason', 'campaign', 'business_unit', 'tag'];

/** Adds the jobs that calls led to, and what ServiceTitan says about a call. */
export class AddBookingFacts1798006300000 implements MigrationInterface {
  name = 'AddBookingFacts1798006300000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists booking_facts (
        call_id uuid not null,
        account_id uuid not null,
        evidence text not null,
        job_id text not null,
        job_number text,
        job_total_cents bigint,
        job_canceled_at timestamptz,
        found_at timestamptz not null default now(),
        constraint pk_booking_facts primary key (call_id),
        constraint fk_booking_facts_call foreign key (call_id) references calls(id) on delete cascade,
        constraint fk_booking_facts_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint ck_booking_facts_evidence check (evidence in ('lead_call', 'customer', 'phone'))
      )`);
    await runner.query('create index if not exists ix_booking_facts_job on booking_facts (account_id, job_id)');
    await withShortLock(runner, async () => {
      await runner.query(
        `alter table calls ${FEED_COLUMNS.map((column) => `add if not exists ${column} text`).join(', ')}`,
      );
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`alter table calls ${FEED_COLUMNS.map((column) => `drop if exists ${column}`).join(', ')}`);
    });
    await runner.query('drop table booking_facts');
  }
}
