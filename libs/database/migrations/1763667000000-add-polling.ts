import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an account's new calls are looked for next, and what finds the calls that wait for their recording. */
export class AddPolling1763667000000 implements MigrationInterface {
  name = 'AddPolling1763667000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings add poll_after timestamptz');
    await runner.query(`create index ix_calls_received on calls (run_after) where state = 'received'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_calls_received');
    await runner.query('alter table account_settings drop poll_after');
  }
}
