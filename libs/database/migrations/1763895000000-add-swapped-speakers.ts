import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const TABLES = ['calls', 'transcripts'];

export class AddSwappedSpeakers1763895000000 implements MigrationInterface {
  name = 'AddSwappedSpeakers1763895000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await withShortLock(runner, () =>
        runner.query(`alter table ${table} add if not exists speakers_swapped boolean not null default false`),
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await withShortLock(runner, () => runner.query(`alter table ${table} drop if exists speakers_swapped`));
  }
}
