import type { MigrationInterface, QueryRunner } from 'typeorm';

import { MIGRATIONS } from '@ringwell/database/migrations';
import { buildIndex, dropIndex, withShortLock } from '@ringwell/database/postgres/build-index';

class AddCallColor9000000000000 implements MigrationInterface {
  name = 'AddCallColor9000000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add column if not exists color text');
    });
    await runner.query(`update calls set color = 'red' where state = 'failed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop column if exists color');
  }
}

class IndexCallColor9000000000001 implements MigrationInterface {
  name = 'IndexCallColor9000000000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { name: 'ix_calls_color', table: 'calls', definition: '(color)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_calls_color');
  }
}

class FailHalfway9000000000002 implements MigrationInterface {
  name = 'FailHalfway9000000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table colors (name text)');
    await runner.query(`insert into colors (name, hue) values ('red', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table colors');
  }
}

/** Names of made-up migrations from a later version: one fills a new column, one indexes a busy table. */
export const NEXT_MIGRATIONS = [AddCallColor9000000000000.name, IndexCallColor9000000000001.name];

/** Adds the made-up migrations to the product's in this process, for a file's tests. */
export function useNextMigrations(): void {
  const count = MIGRATIONS.length;
  beforeAll(() => {
    MIGRATIONS.push(AddCallColor9000000000000, IndexCallColor9000000000001);
  });
  afterAll(() => {
    MIGRATIONS.length = count;
  });
}

/** Adds a migration whose second statement fails, until the returned function is called. */
export function addFailingMigration(): () => void {
  MIGRATIONS.push(FailHalfway9000000000002);
  return () => {
    MIGRATIONS.pop();
  };
}
