import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex } from '../postgres/build-index';

const RECORDING_KEPT = { name: 'ix_calls_recording_kept', table: 'calls' };
const WORDS_KEPT = { name: 'ix_calls_words_kept', table: 'calls' };
const HAS_ENDED = `state in ('completed', 'skipped', 'failed', 'timed_out')`;
const HAS_RECORDING = `(recording_expired_at is null or recording_key is not null) and ${HAS_ENDED}`;
const HAS_WORDS = `words_expired_at is null and ${HAS_ENDED}`;

/**
 * How long each account keeps recordings and transcripts. The retention indexes begin with the account, because what has
 * expired is now found account by account.
 */
export class AddAccountRetention1764150000000 implements MigrationInterface {
  name = 'AddAccountRetention1764150000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings
        add column if not exists recordings_retention_days integer,
        add column if not exists transcripts_retention_days integer
    `);
    await buildIndex(runner, { ...RECORDING_KEPT, on: `(account_id, created_at) where ${HAS_RECORDING}` });
    await buildIndex(runner, { ...WORDS_KEPT, on: `(account_id, created_at) where ${HAS_WORDS}` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...WORDS_KEPT, on: `(created_at) where ${HAS_WORDS}` });
    await buildIndex(runner, { ...RECORDING_KEPT, on: `(created_at) where ${HAS_RECORDING}` });
    await runner.query(`
      alter table account_settings
        drop column if exists recordings_retention_days, drop column if exists transcripts_retention_days
    `);
  }
}
