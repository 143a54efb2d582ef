import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

// The reference of deliveries is checked for existing rows by the next migration, because that takes time on a large
// table.
export class AddWeeklyLetters1763970000000 implements MigrationInterface {
  name = 'AddWeeklyLetters1763970000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        create table if not exists weekly_letters (
          id uuid not null default gen_random_uuid(),
          account_id uuid not null,
          week date not null,
          is_test boolean not null default false,
          created_at timestamptz not null default now(),
          constraint pk_weekly_letters primary key (id),
          constraint fk_weekly_letters_account foreign key (account_id) references accounts(id) on delete cascade
        )`);
      await runner.query(
        'create unique index if not exists uq_weekly_letters_week on weekly_letters (account_id, week) where not is_test',
      );
      await runner.query(
        'create index if not exists ix_weekly_letters_account on weekly_letters (account_id, created_at)',
      );
      await runner.query('alter table members add if not exists weekly_letter boolean');
      await runner.query(
        'alter table account_settings add if not exists weekly_letter_chats boolean not null default false',
      );
      await runner.query(`
        alter table deliveries add if not exists weekly_letter_id uuid,
          drop constraint if exists fk_deliveries_weekly_letter,
          add constraint fk_deliveries_weekly_letter foreign key (weekly_letter_id) references weekly_letters(id)
            on delete cascade not valid`);
    });
  }

  // The previous version would take the letters for test messages.
  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('delete from deliveries where weekly_letter_id is not null');
      await runner.query('alter table deliveries drop if exists weekly_letter_id');
      await runner.query('alter table account_settings drop if exists weekly_letter_chats');
      await runner.query('alter table members drop if exists weekly_letter');
      await runner.query('drop table if exists weekly_letters');
    });
  }
}
