import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

/** The leader looks every hour for messages that weren't sent because their channel wasn't set up. */
export class IndexUnsentMessages1796017200000 implements MigrationInterface {
  name = 'IndexUnsentMessages1796017200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'ix_deliveries_unavailable',
      table: 'deliveries',
      definition: `(created_at) where state = 'suppressed' and error_code in ('MAIL_UNAVAILABLE', 'SERVICETITAN_UNAVAILABLE')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_deliveries_unavailable');
  }
}
