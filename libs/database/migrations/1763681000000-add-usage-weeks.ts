import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Weekly totals, so that the report over all accounts reads a fraction of the rows. */
export class AddUsageWeeks1763681000000 implements MigrationInterface {
  name = 'AddUsageWeeks1763681000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_weekly (
        user_id uuid not null,
        week date not null,
        minutes numeric(14,2) not null default 0,
        call_minutes numeric(14,2) not null default 0,
        calls integer not null default 0,
        constraint pk_usage_weekly primary key (user_id, week),
        constraint fk_usage_weekly_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query('create index ix_usage_weekly_week on usage_weekly (week)');
    await runner.query(`
      insert into usage_weekly (user_id, week, minutes, call_minutes, calls)
      select user_id, date_trunc('week', day::timestamp)::date, sum(minutes), sum(call_minutes), sum(calls) from usage_daily group by 1, 2
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table usage_weekly');
  }
}
