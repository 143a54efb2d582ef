import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBillingPeriods1763701000000 implements MigrationInterface {
  name = 'AddBillingPeriods1763701000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings
        add current_period_start timestamptz,
        add billing_anchor timestamptz,
        add monthly_minute_limit_chosen boolean not null default false
    `);
    await runner.query(`
      update account_settings set monthly_minute_limit_chosen = true where usage_limit_enabled or user_id::text in (
        select metadata->>'targetUserId' from activity_logs
        where action = 'Settings updated' and metadata->'fields' ? 'monthlyMinuteLimit')
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table account_settings drop current_period_start, drop billing_anchor, drop monthly_minute_limit_chosen',
    );
  }
}
