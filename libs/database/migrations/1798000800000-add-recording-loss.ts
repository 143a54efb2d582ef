import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of a recording could be read, where a part of it is missing. */
export class AddRecordingLoss1798000800000 implements MigrationInterface {
  name = 'AddRecordingLoss1798000800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table calls add column read_seconds numeric(10, 2), add column stated_seconds numeric(10, 2)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop column read_seconds, drop column stated_seconds');
  }
}
