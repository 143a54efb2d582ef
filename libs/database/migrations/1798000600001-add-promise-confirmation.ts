import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Whether people say that the company has promised something. Only then it counts as a promise. */
export class AddPromiseConfirmation1798000600001 implements MigrationInterface {
  name = 'AddPromiseConfirmation1798000600001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table follow_ups add if not exists promise_confirmed boolean');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table follow_ups drop if exists promise_confirmed');
    });
  }
}
