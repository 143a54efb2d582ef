import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex } from '../postgres/build-index';

const SEARCHED = { transcripts: 'text', analyses: 'summary' };
const USER_CREATED = { name: 'ix_calls_user_created', table: 'calls' };

/**
 * Lets a search use an index for the latest calls of an account: results include the hour in which they were written,
 * and names and numbers are searched without reading the calls.
 */
export class AddSearchHours1763693000000 implements MigrationInterface {
  name = 'AddSearchHours1763693000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildSearchIndexes(runner, `user_id, (date_trunc('hour', created_at at time zone 'utc'))`);
    await buildIndex(runner, {
      ...USER_CREATED,
      on: '(user_id, created_at desc, id desc) include (source, customer_name, from_number, to_number)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildSearchIndexes(runner, 'user_id');
    await buildIndex(runner, { ...USER_CREATED, on: '(user_id, created_at desc, id desc)' });
  }
}

async function buildSearchIndexes(runner: QueryRunner, before: string): Promise<void> {
  for (const [table, column] of Object.entries(SEARCHED)) {
    await buildIndex(runner, {
      name: `ix_${table}_search`,
      table,
      on: `using gin (${before}, ${column} gin_trgm_ops) with (gin_pending_list_limit = 1024)`,
    });
  }
}
