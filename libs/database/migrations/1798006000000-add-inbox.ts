import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds inbox folders for recordings: the settings for files and their names, and the state of each folder. */
export class AddInbox1798006000000 implements MigrationInterface {
  name = 'AddInbox1798006000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table account_settings add inbox_after text not null default 'move',
        add inbox_patterns text[] not null default '{}',
        add constraint ck_account_settings_inbox_after check (inbox_after in ('move', 'delete', 'leave'))`);
    await runner.query(`
      create table inbox_folders (
        account_id uuid not null, checked_at timestamptz not null, waiting integer not null, taken_at timestamptz,
        problem text, refused jsonb not null, names text[] not null,
        constraint pk_inbox_folders primary key (account_id),
        constraint fk_inbox_folders_account foreign key (account_id) references accounts (id) on delete cascade)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox_folders');
    await runner.query(`
      alter table account_settings drop constraint ck_account_settings_inbox_after, drop inbox_after, drop inbox_patterns`);
  }
}
