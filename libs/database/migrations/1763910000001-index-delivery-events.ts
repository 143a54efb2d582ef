import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex } from '../postgres/build-index';

const BY_DESTINATION = { name: 'uq_deliveries_destination', table: 'deliveries' };
const DESTINATION = 'call_id, run_number, channel, destination_hash';

/** A run has one message for each destination, but any number of messages about later events. */
export class IndexDeliveryEvents1763910000001 implements MigrationInterface {
  name = 'IndexDeliveryEvents1763910000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Nulls are distinct, so messages about events may repeat.
    const on = `(${DESTINATION}, (case when event is null then 0 end))`;
    await buildIndex(runner, { ...BY_DESTINATION, on, isUnique: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from deliveries where event is not null');
    await buildIndex(runner, { ...BY_DESTINATION, on: `(${DESTINATION})`, isConstraint: true });
  }
}
