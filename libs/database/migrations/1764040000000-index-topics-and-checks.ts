import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const TOPICS = { name: 'ix_analyses_topic', table: 'analyses' };
const CHECKABLE = { name: 'ix_calls_checkable', table: 'calls' };

/** Finds the calls of a rare topic, and the calls around a random id, of which some are drawn to be checked. */
export class IndexTopicsAndChecks1764040000000 implements MigrationInterface {
  name = 'IndexTopicsAndChecks1764040000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...TOPICS, on: '(account_id, topic) where topic is not null' });
    await buildIndex(runner, {
      ...CHECKABLE,
      on: `(account_id, id) where source <> 'demo' and result_run_number is not null and recording_key is not null
        and recording_expired_at is null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, CHECKABLE.name);
    await dropIndex(runner, TOPICS.name);
  }
}
