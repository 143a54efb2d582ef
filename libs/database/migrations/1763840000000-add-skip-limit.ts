import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSkipLimit1763840000000 implements MigrationInterface {
  name = 'AddSkipLimit1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls add column skip_limit integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop column skip_limit');
  }
}
