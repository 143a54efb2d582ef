import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which recordings have a copy for players. */
export class AddPlayableCopies1798000800001 implements MigrationInterface {
  name = 'AddPlayableCopies1798000800001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls add column has_playable_copy boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calls drop column has_playable_copy');
  }
}
