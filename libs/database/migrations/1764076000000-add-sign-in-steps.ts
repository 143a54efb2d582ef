import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSignInSteps1764076000000 implements MigrationInterface {
  name = 'AddSignInSteps1764076000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add must_change_password boolean not null default false');
    await runner.query('alter table sessions add confirmed_at timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sessions drop confirmed_at');
    await runner.query('alter table users drop must_change_password');
  }
}
