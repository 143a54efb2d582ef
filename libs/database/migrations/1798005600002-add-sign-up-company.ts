import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** The company that someone names when signing up, for their account. */
export class AddSignUpCompany1798005600002 implements MigrationInterface {
  name = 'AddSignUpCompany1798005600002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table sign_ups add if not exists company text');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table sign_ups drop if exists company');
    });
  }
}
