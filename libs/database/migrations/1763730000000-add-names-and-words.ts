import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddNamesAndWords1763730000000 implements MigrationInterface {
  name = 'AddNamesAndWords1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings add column vocabulary text[] not null default '{}',
        add column analysis_guideline text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop column vocabulary, drop column analysis_guideline');
  }
}
