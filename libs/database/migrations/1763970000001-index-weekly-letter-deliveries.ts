import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const LETTERS = { name: 'uq_deliveries_weekly_letter', table: 'deliveries', isUnique: true };
const TESTS = { name: 'ix_deliveries_tests', table: 'deliveries' };
const IS_TEST = 'call_id is null and escalation_id is null and follow_up_event_id is null';

/** Plans each letter once for a recipient, and keeps letters out of the index of test messages. */
export class IndexWeeklyLetterDeliveries1763970000001 implements MigrationInterface {
  name = 'IndexWeeklyLetterDeliveries1763970000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...LETTERS,
      on: '(weekly_letter_id, channel, destination_hash) where weekly_letter_id is not null',
    });
    await buildIndex(runner, {
      ...TESTS,
      on: `(account_id, channel, created_at) where ${IS_TEST} and weekly_letter_id is null`,
    });
    await runner.query('alter table deliveries validate constraint fk_deliveries_weekly_letter');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...TESTS, on: `(account_id, channel, created_at) where ${IS_TEST}` });
    await dropIndex(runner, LETTERS.name);
  }
}
