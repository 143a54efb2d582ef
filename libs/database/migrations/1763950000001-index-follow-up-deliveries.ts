import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const DIGESTS = { name: 'uq_deliveries_escalation', table: 'deliveries', isUnique: true };
const EVENTS = { name: 'uq_deliveries_follow_up_event', table: 'deliveries', isUnique: true };
const TESTS = { name: 'ix_deliveries_tests', table: 'deliveries' };

/** Plans each message about follow-ups once, and keeps these messages out of the index of test messages. */
export class IndexFollowUpDeliveries1763950000001 implements MigrationInterface {
  name = 'IndexFollowUpDeliveries1763950000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      ...DIGESTS,
      on: '(escalation_id, channel, destination_hash) where escalation_id is not null',
    });
    await buildIndex(runner, { ...EVENTS, on: '(follow_up_event_id) where follow_up_event_id is not null' });
    await buildIndex(runner, {
      ...TESTS,
      on:
        '(account_id, channel, created_at) ' +
        'where call_id is null and escalation_id is null and follow_up_event_id is null',
    });
    await runner.query('alter table deliveries validate constraint fk_deliveries_escalation');
    await runner.query('alter table deliveries validate constraint fk_deliveries_follow_up_event');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...TESTS, on: '(account_id, channel, created_at) where call_id is null' });
    await dropIndex(runner, EVENTS.name);
    await dropIndex(runner, DIGESTS.name);
  }
}
