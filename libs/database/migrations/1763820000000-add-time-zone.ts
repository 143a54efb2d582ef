import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddTimeZone1763820000000 implements MigrationInterface {
  name = 'AddTimeZone1763820000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings add column time_zone text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop column time_zone');
  }
}
