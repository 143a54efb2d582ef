import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const RECORDINGS = { name: 'ix_calls_demo_recordings', table: 'calls' };
const WORDS = { name: 'ix_calls_demo_words', table: 'calls' };

/** Finds the recordings and transcripts of demo uploads, which are deleted after two weeks. */
export class IndexOldDemos1798005600001 implements MigrationInterface {
  name = 'IndexOldDemos1798005600001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...RECORDINGS,
      on: `(created_at) where source = 'demo' and state = 'completed' and recording_key is not null`,
    });
    await buildIndex(runner, {
      ...WORDS,
      on: `(created_at) where source = 'demo' and state = 'completed' and words_expired_at is null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, WORDS.name);
    await dropIndex(runner, RECORDINGS.name);
  }
}
