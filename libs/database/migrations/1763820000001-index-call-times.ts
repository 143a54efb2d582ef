import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const BY_TIME = { name: 'ix_calls_user_time', table: 'calls' };
const BY_ARRIVAL = { name: 'ix_calls_user_created', table: 'calls' };
const SEARCHED = 'source, customer_name, from_number, to_number';

/**
 * Lists calls by when they took place. The columns of the expression are included, or PostgreSQL would read the calls
 * to search names and numbers. The index by arrival, the second choice, no longer serves that search.
 */
export class IndexCallTimes1763820000001 implements MigrationInterface {
  name = 'IndexCallTimes1763820000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...BY_TIME,
      on: `(user_id, (least(occurred_at, created_at)) desc, id desc) include (occurred_at, created_at, ${SEARCHED})`,
    });
    await buildIndex(runner, { ...BY_ARRIVAL, on: '(user_id, created_at desc, id desc)' });
    await runner.query('analyze calls'); // an expression has no statistics before
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...BY_ARRIVAL, on: `(user_id, created_at desc, id desc) include (${SEARCHED})` });
    await dropIndex(runner, BY_TIME.name);
  }
}
