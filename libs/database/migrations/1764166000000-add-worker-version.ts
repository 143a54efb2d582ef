import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddWorkerVersion1764166000000 implements MigrationInterface {
  name = 'AddWorkerVersion1764166000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => runner.query('alter table workers add if not exists version text'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => runner.query('alter table workers drop if exists version'));
  }
}
