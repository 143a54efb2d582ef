import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEmailLabels1763840000002 implements MigrationInterface {
  name = 'AddEmailLabels1763840000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table account_settings add column email_labels jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop column email_labels');
  }
}
