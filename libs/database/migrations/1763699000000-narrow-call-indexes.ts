import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex } from '../postgres/build-index';

const EXTERNAL_ID = { name: 'uq_calls_external_id', table: 'calls', isUnique: true };
const IDEMPOTENCY_KEY = { name: 'uq_calls_idempotency_key', table: 'calls', isUnique: true };
const RECORDING_KEPT = { name: 'ix_calls_recording_kept', table: 'calls' };
const WORDS_KEPT = { name: 'ix_calls_words_kept', table: 'calls' };
const HAS_ENDED = `state in ('completed', 'skipped', 'failed', 'timed_out')`;

/**
 * Every change of a call's state adds an entry to each index that contains the call. So ids that a sender may provide
 * are only indexed where they are given, and the retention indexes only contain ended calls.
 */
export class NarrowCallIndexes1763699000000 implements MigrationInterface {
  name = 'NarrowCallIndexes1763699000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...EXTERNAL_ID, on: '(user_id, source, external_id) where external_id is not null' });
    await buildIndex(runner, {
      ...IDEMPOTENCY_KEY,
      on: '(user_id, idempotency_key) where idempotency_key is not null',
    });
    await buildIndex(runner, {
      ...RECORDING_KEPT,
      on: `(created_at)
      where (recording_expired_at is null or recording_key is not null) and ${HAS_ENDED}`,
    });
    await buildIndex(runner, { ...WORDS_KEPT, on: `(created_at) where words_expired_at is null and ${HAS_ENDED}` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...WORDS_KEPT, on: '(created_at) where words_expired_at is null' });
    await buildIndex(runner, {
      ...RECORDING_KEPT,
      on: '(created_at) where recording_expired_at is null or recording_key is not null',
    });
    await buildIndex(runner, { ...IDEMPOTENCY_KEY, on: '(user_id, idempotency_key)', isConstraint: true });
    await buildIndex(runner, { ...EXTERNAL_ID, on: '(user_id, source, external_id)', isConstraint: true });
  }
}
