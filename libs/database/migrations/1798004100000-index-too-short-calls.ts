import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const TOO_SHORT = { name: 'ix_calls_too_short', table: 'calls' };

/** Counts the calls of a week that were skipped because they are short. */
export class IndexTooShortCalls1798004100000 implements MigrationInterface {
  name = 'IndexTooShortCalls1798004100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...TOO_SHORT, on: `(account_id, created_at) where skip_reason = 'too_short'` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, TOO_SHORT.name);
  }
}
