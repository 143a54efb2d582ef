import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

export class MarkChecksOfRules1764040000001 implements MigrationInterface {
  name = 'MarkChecksOfRules1764040000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table call_checks add if not exists is_by_rule boolean not null default false');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table call_checks drop if exists is_by_rule');
    });
  }
}
