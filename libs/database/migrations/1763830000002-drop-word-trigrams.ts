import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const SEARCHED = { transcripts: 'text', analyses: 'summary' };
const BY_TIME = { name: 'ix_calls_user_time', table: 'calls' };
const TIME = `user_id, (least(occurred_at, created_at)) desc, id desc`;

/** The indexes of the search by parts of words, which `call_search` replaces, and its columns in the list of calls. */
export class DropWordTrigrams1763830000002 implements MigrationInterface {
  name = 'DropWordTrigrams1763830000002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(SEARCHED)) await dropIndex(runner, `ix_${table}_search`);
    await buildIndex(runner, { ...BY_TIME, on: `(${TIME}) include (occurred_at, created_at, source)` });
    await runner.query('analyze calls'); // an expression has no statistics before
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...BY_TIME,
      on: `(${TIME}) include (occurred_at, created_at, source, customer_name, from_number, to_number)`,
    });
    for (const [table, column] of Object.entries(SEARCHED))
      await buildIndex(runner, {
        name: `ix_${table}_search`,
        table,
        on: `using gin (user_id, (date_trunc('hour', created_at at time zone 'utc')), ${column} gin_trgm_ops)
          with (gin_pending_list_limit = 1024)`,
      });
  }
}
