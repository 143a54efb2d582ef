import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each change of a call's state writes it anew into every index that knows it. So the keys that a sender may give a call stand in
 * an index only when they are given, and what is looked for when it is old only once it has ended.
 */
export class NarrowCallIndexes1763699000000 implements MigrationInterface {
  name = 'NarrowCallIndexes1763699000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop constraint uq_calls_external_id, drop constraint uq_calls_idempotency_key');
    await runner.query('create unique index uq_calls_external_id on calls (user_id, source, external_id) where external_id is not null');
    await runner.query('create unique index uq_calls_idempotency_key on calls (user_id, idempotency_key) where idempotency_key is not null');
    await runner.query('drop index ix_calls_recording_kept, ix_calls_words_kept');
    await runner.query(`create index ix_calls_recording_kept on calls (created_at)
      where (recording_expired_at is null or recording_key is not null) and state in ('completed', 'skipped', 'failed', 'timed_out')`);
    await runner.query(`create index ix_calls_words_kept on calls (created_at)
      where words_expired_at is null and state in ('completed', 'skipped', 'failed', 'timed_out')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_calls_words_kept, ix_calls_recording_kept');
    await runner.query('create index ix_calls_recording_kept on calls (created_at) where recording_expired_at is null or recording_key is not null');
    await runner.query('create index ix_calls_words_kept on calls (created_at) where words_expired_at is null');
    await runner.query('drop index uq_calls_external_id, uq_calls_idempotency_key');
    await runner.query(`alter table calls add constraint uq_calls_external_id unique (user_id, source, external_id),
      add constraint uq_calls_idempotency_key unique (user_id, idempotency_key)`);
  }
}
