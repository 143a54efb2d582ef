import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When recordings and words were kept no more, and what finds the oldest that are. */
export class AddRetention1763670000000 implements MigrationInterface {
  name = 'AddRetention1763670000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls add recording_expired_at timestamptz, add words_expired_at timestamptz');
    await runner.query(`create index ix_calls_recording_kept on calls (created_at) where recording_expired_at is null or recording_key is not null`);
    await runner.query(`create index ix_calls_words_kept on calls (created_at) where words_expired_at is null`);
    await runner.query(`create index ix_mails_finished on mails (updated_at) where state in ('sent', 'failed')`);
    await runner.query(`create index ix_delivery_attempts_finished on delivery_attempts (finished_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_delivery_attempts_finished, ix_mails_finished, ix_calls_words_kept, ix_calls_recording_kept');
    await runner.query('alter table calls drop words_expired_at, drop recording_expired_at');
  }
}
