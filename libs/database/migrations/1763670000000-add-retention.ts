import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

export class AddRetention1763670000000 implements MigrationInterface {
  name = 'AddRetention1763670000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table calls add column if not exists recording_expired_at timestamptz,
      add column if not exists words_expired_at timestamptz`);
    await buildIndex(runner, {
      name: 'ix_calls_recording_kept',
      table: 'calls',
      on: '(created_at) where recording_expired_at is null or recording_key is not null',
    });
    await buildIndex(runner, {
      name: 'ix_calls_words_kept',
      table: 'calls',
      on: '(created_at) where words_expired_at is null',
    });
    await buildIndex(runner, {
      name: 'ix_mails_finished',
      table: 'mails',
      on: `(updated_at) where state in ('sent', 'failed')`,
    });
    await buildIndex(runner, {
      name: 'ix_delivery_attempts_finished',
      table: 'delivery_attempts',
      on: '(finished_at)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['delivery_attempts_finished', 'mails_finished', 'calls_words_kept', 'calls_recording_kept']) {
      await dropIndex(runner, `ix_${name}`);
    }
    await runner.query(`alter table calls drop column if exists words_expired_at,
      drop column if exists recording_expired_at`);
  }
}
