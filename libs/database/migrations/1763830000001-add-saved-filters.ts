import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSavedFilters1763830000001 implements MigrationInterface {
  name = 'AddSavedFilters1763830000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_filters (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        name text not null,
        filters jsonb not null,
        created_at timestamptz not null default now(),
        constraint pk_saved_filters primary key (id),
        constraint fk_saved_filters_user foreign key (user_id) references users(id) on delete cascade
      )
    `);
    await runner.query('create unique index uq_saved_filters_name on saved_filters (user_id, lower(name))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_filters');
  }
}
