import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the dispatcher read the longest-waiting accounts first and stop when it has enough of them. */
export class AddLaneOrder1763682000000 implements MigrationInterface {
  name = 'AddLaneOrder1763682000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index ix_account_lanes_served on account_lanes (last_served_at, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_account_lanes_served');
  }
}
