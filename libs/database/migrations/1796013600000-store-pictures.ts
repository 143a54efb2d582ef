import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Uploaded pictures are part of the user, so that they're changed and deleted with the user. */
export class StorePictures1796013600000 implements MigrationInterface {
  name = 'StorePictures1796013600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table users add column if not exists picture bytea');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table users drop column if exists picture');
    });
  }
}
