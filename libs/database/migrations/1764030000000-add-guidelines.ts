import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const KINDS = ['unhappy', 'promise', 'voicemail', 'review'];

/** Guidelines with rules, in versions. The text of the settings becomes the first version. */
export class AddGuidelines1764030000000 implements MigrationInterface {
  name = 'AddGuidelines1764030000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => addTable(runner));
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses add if not exists applied_rules jsonb');
    });
    await checkKinds(runner, [...KINDS, 'rule']);
    await withShortLock(runner, async () => {
      if (!(await runner.hasColumn('account_settings', 'analysis_guideline'))) return;
      await runner.query(`
        insert into guidelines (account_id, version, text)
        select account_id, 1, analysis_guideline from account_settings where analysis_guideline is not null
        on conflict do nothing`);
      await runner.query('alter table account_settings drop column analysis_guideline');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update follow_ups set kind = 'promise' where kind = 'rule'`);
    await runner.query(`update follow_up_calls set kind = 'promise' where kind = 'rule'`);
    await checkKinds(runner, KINDS);
    await withShortLock(runner, async () => {
      await runner.query('alter table account_settings add if not exists analysis_guideline text');
      if (!(await runner.hasTable('guidelines'))) return;
      await runner.query(`
        update account_settings settings set analysis_guideline = guidelines.text from guidelines
        where guidelines.account_id = settings.account_id and version = (
          select max(latest.version) from guidelines latest where latest.account_id = settings.account_id)`);
    });
    // On its own: it locks the accounts, which a call locks before it reads the settings.
    await withShortLock(runner, async () => {
      await runner.query('drop table if exists guidelines');
    });
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses drop if exists applied_rules');
    });
  }
}

async function addTable(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table if not exists guidelines (
      account_id uuid not null,
      version integer not null,
      text text,
      rules jsonb not null default '[]',
      restored_version integer,
      saved_by uuid,
      saved_at timestamptz not null default now(),
      constraint pk_guidelines primary key (account_id, version),
      constraint fk_guidelines_account foreign key (account_id) references accounts(id) on delete cascade,
      constraint fk_guidelines_saved_by foreign key (saved_by) references users(id) on delete set null
    )`);
  await runner.query('create index if not exists ix_guidelines_saved_by on guidelines (saved_by)');
}

// Validated apart, because that reads the whole table.
async function checkKinds(runner: QueryRunner, kinds: readonly string[]): Promise<void> {
  const list = kinds.map((kind) => `'${kind}'`).join(', ');
  for (const table of ['follow_ups', 'follow_up_calls']) {
    await withShortLock(runner, async () => {
      await runner.query(`alter table ${table} drop constraint if exists ck_${table}_kind`);
      await runner.query(`alter table ${table} add constraint ck_${table}_kind check (kind in (${list})) not valid`);
    });
    await runner.query(`alter table ${table} validate constraint ck_${table}_kind`);
  }
}
