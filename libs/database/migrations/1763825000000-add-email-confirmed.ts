import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEmailConfirmed1763825000000 implements MigrationInterface {
  name = 'AddEmailConfirmed1763825000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column is_email_confirmed boolean not null default true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column is_email_confirmed');
  }
}
