import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Summaries have a writer. Reason and outcome are no longer stored; the version before wrote them. */
export class AddWriter1798000600000 implements MigrationInterface {
  name = 'AddWriter1798000600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table analyses add if not exists writer text, alter reason set default '', alter outcome set default ''`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table analyses drop if exists writer, alter reason drop default, alter outcome drop default`);
    });
  }
}
