import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBillingUpkeep1763700000000 implements MigrationInterface {
  name = 'AddBillingUpkeep1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings
        add cancellation_requested_at timestamptz,
        add collection_paused_at timestamptz,
        add charged_from timestamptz,
        add billing_tried_at timestamptz
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings
        drop cancellation_requested_at, drop collection_paused_at, drop charged_from, drop billing_tried_at
    `);
  }
}
