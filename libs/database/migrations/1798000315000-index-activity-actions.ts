import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const ACTION = { name: 'ix_activity_logs_action', table: 'activity_logs' };

/** For the filter by action, in the order of the list. */
export class IndexActivityActions1798000315000 implements MigrationInterface {
  name = 'IndexActivityActions1798000315000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...ACTION, on: '(action, created_at, id)' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, ACTION.name);
  }
}
