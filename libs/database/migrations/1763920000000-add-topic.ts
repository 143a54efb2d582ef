import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** What a call is sorted under. The check is validated apart, because that reads the whole table. */
export class AddTopic1763920000000 implements MigrationInterface {
  name = 'AddTopic1763920000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses add if not exists topic text');
      await runner.query('alter table analyses drop constraint if exists ck_analyses_topic');
      await runner.query(`
        alter table analyses add constraint ck_analyses_topic check (topic in ('no_show', 'delay', 'quality', 'price',
          'billing', 'communication', 'rudeness', 'praise', 'booking', 'other')) not valid`);
    });
    await runner.query('alter table analyses validate constraint ck_analyses_topic');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => runner.query('alter table analyses drop if exists topic'));
  }
}
