import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const BASIC = { name: 'ix_transcripts_basic', table: 'transcripts' };

/** Finds the calls that the basic recognizer heard; it holds nothing of others. */
export class IndexBasicTranscripts1798003600000 implements MigrationInterface {
  name = 'IndexBasicTranscripts1798003600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...BASIC, on: "(account_id, created_at, call_id) where engine = 'pocketsphinx'" });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BASIC.name);
  }
}
