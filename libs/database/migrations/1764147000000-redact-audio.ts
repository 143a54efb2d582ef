import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

// Accounts that have kept the earlier default get the new one, for calls from now on. Their calls stay playable.
export class RedactAudio1764147000000 implements MigrationInterface {
  name = 'RedactAudio1764147000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings alter redaction set default 'transcript_and_audio',
          drop constraint if exists ck_account_settings_redaction,
          add constraint ck_account_settings_redaction
            check (redaction in ('off', 'transcript', 'transcript_and_audio'))`);
      await runner.query(
        `update account_settings set redaction = 'transcript_and_audio' where redaction = 'transcript'`,
      );
    });
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table calls add if not exists audio_redaction text, add if not exists tones jsonb,
          drop constraint if exists ck_calls_audio_redaction,
          add constraint ck_calls_audio_redaction
            check (audio_redaction in ('unchecked', 'pending', 'done')) not valid`);
    });
    await runner.query('alter table calls validate constraint ck_calls_audio_redaction');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists audio_redaction, drop if exists tones');
    });
    await withShortLock(runner, async () => {
      await runner.query(
        `update account_settings set redaction = 'transcript' where redaction = 'transcript_and_audio'`,
      );
      await runner.query(`
        alter table account_settings alter redaction set default 'transcript',
          drop constraint if exists ck_account_settings_redaction,
          add constraint ck_account_settings_redaction check (redaction in ('off', 'transcript'))`);
    });
  }
}
