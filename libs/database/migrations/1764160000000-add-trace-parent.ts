import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddTraceParent1764160000000 implements MigrationInterface {
  name = 'AddTraceParent1764160000000';
  transaction = false;

  // Without a default, so no row is rewritten.
  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add if not exists trace_parent text');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists trace_parent');
    });
  }
}
