import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class AddDismissedFollowUp1764020000000 implements MigrationInterface {
  name = 'AddDismissedFollowUp1764020000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table call_corrections add if not exists follow_up_id uuid');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table call_corrections drop if exists follow_up_id');
    });
  }
}
