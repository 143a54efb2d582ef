import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds ServiceTitan's jobs, which show that calls were booked, and how far each account has read them. */
export class ReadJobs1798006300001 implements MigrationInterface {
  name = 'ReadJobs1798006300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table service_titan_jobs (
        account_id uuid not null,
        id text not null,
        number text,
        customer_id text,
        lead_call_id text,
        phones text[] not null default '{}',
        total_cents bigint,
        is_canceled boolean not null,
        created_at timestamptz not null,
        modified_at timestamptz not null,
        stored_at timestamptz not null default now(),
        constraint pk_service_titan_jobs primary key (account_id, id),
        constraint fk_service_titan_jobs_account foreign key (account_id) references accounts(id) on delete cascade
      )`);
    await runner.query(`
      alter table account_settings add service_titan_job_days integer not null default 7,
        add job_cursor text, add jobs_read_at timestamptz, add read_jobs_after timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings drop service_titan_job_days, drop job_cursor, drop jobs_read_at, drop read_jobs_after`);
    await runner.query('drop table service_titan_jobs');
  }
}
