import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const FAILED_DEMOS = { name: 'ix_calls_failed_demos', table: 'calls' };

/** Finds the recordings of demo uploads without a result, which are deleted. */
export class IndexFailedDemos1764110000000 implements MigrationInterface {
  name = 'IndexFailedDemos1764110000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...FAILED_DEMOS,
      on: `(id) where source = 'demo' and state in ('skipped', 'failed', 'timed_out') and recording_key is not null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, FAILED_DEMOS.name);
  }
}
