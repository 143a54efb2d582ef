import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex } from '../postgres/build-index';

export class AddPolling1763667000000 implements MigrationInterface {
  name = 'AddPolling1763667000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings add column if not exists poll_after timestamptz');
    await buildIndex(runner, { name: 'ix_calls_received', table: 'calls', on: `(run_after) where state = 'received'` });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_calls_received');
    await runner.query('alter table account_settings drop column if exists poll_after');
  }
}
