import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const POSITION = ['import_cursor text', 'import_read_at timestamptz', 'read_import_after timestamptz'];

/** Earlier calls that accounts fetch from ServiceTitan. */
export class AddCallImports1798006300003 implements MigrationInterface {
  name = 'AddCallImports1798006300003';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists call_imports (
        account_id uuid not null,
        since timestamptz not null,
        state text not null default 'counting',
        calls integer not null default 0,
        seconds integer not null default 0,
        fetched integer not null default 0,
        started_at timestamptz not null default now(),
        constraint pk_call_imports primary key (account_id),
        constraint fk_call_imports_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint ck_call_imports_state check (state in ('counting', 'counted', 'fetching', 'fetched'))
      )`);
    await runner.query(
      `alter table account_settings ${POSITION.map((column) => `add if not exists ${column}`).join(', ')}`,
    );
    await withShortLock(runner, async () => {
      await runner.query('alter table calls add if not exists is_import boolean');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table calls drop if exists is_import');
    });
    await runner.query(
      `alter table account_settings drop if exists import_cursor, drop if exists import_read_at,
         drop if exists read_import_after`,
    );
    await runner.query('drop table call_imports');
  }
}
