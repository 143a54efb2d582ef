import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddAnalysisFallback1763731000000 implements MigrationInterface {
  name = 'AddAnalysisFallback1763731000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table analyses add column fallback_from text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table analyses drop column fallback_from');
  }
}
