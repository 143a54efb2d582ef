import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Which details of a call users have corrected. */
export class AddCorrectedDetails1798000308000 implements MigrationInterface {
  name = 'AddCorrectedDetails1798000308000';
  transaction = false;

  // Without a default, so no row is rewritten.
  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add if not exists corrected_details text[]');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists corrected_details');
    });
  }
}
