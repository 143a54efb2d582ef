import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const REVIEW = { name: 'ix_analyses_review', table: 'analyses' };

/** Finds the calls that need review where they are few: otherwise the list reads all calls of the account for them. */
export class IndexReview1763702100000 implements MigrationInterface {
  name = 'IndexReview1763702100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...REVIEW, on: '(user_id) where needs_review' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, REVIEW.name);
  }
}
