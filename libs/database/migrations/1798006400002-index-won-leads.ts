import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

/** For what leads that were won have brought: without it, all leads of a year would be read. */
export class IndexWonLeads1798006400002 implements MigrationInterface {
  name = 'IndexWonLeads1798006400002';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'ix_follow_ups_won',
      table: 'follow_ups',
      on: `(account_id, opened_at) include (brought_cents, is_estimate, direction)
        where outcome = 'won' and kind = 'lead'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_follow_ups_won');
  }
}
