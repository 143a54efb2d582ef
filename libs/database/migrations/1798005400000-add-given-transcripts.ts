import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** Calls may come with their transcript in place of a recording. */
export class AddGivenTranscripts1798005400000 implements MigrationInterface {
  name = 'AddGivenTranscripts1798005400000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add if not exists has_given_transcript boolean');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists has_given_transcript');
    });
  }
}
