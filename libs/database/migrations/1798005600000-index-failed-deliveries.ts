import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

const FAILED = { name: 'ix_deliveries_failed', table: 'deliveries' };

/** Finds what could not be sent lately, for the health that administrators see. */
export class IndexFailedDeliveries1798005600000 implements MigrationInterface {
  name = 'IndexFailedDeliveries1798005600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, { ...FAILED, on: `(updated_at) where state in ('failed', 'dead')` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, FAILED.name);
  }
}
