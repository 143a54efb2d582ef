import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/** People edit the summary and the instruction of a call, and ask for its words to be written again. */
export class AddCallEdits1798000900000 implements MigrationInterface {
  name = 'AddCallEdits1798000900000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses add if not exists original_words jsonb');
      await runner.query('alter table pending_words add if not exists is_rewrite boolean not null default false');
    });
    await withShortLock(runner, async () => {
      await runner.query(`
        create table if not exists call_edits (
          id uuid not null default gen_random_uuid(),
          call_id uuid not null,
          account_id uuid not null,
          field text not null,
          text text,
          edited_by uuid,
          edited_at timestamptz(3) not null,
          constraint pk_call_edits primary key (id),
          constraint fk_call_edits_call foreign key (call_id) references calls(id) on delete cascade,
          constraint fk_call_edits_account foreign key (account_id) references accounts(id) on delete cascade,
          constraint fk_call_edits_edited_by foreign key (edited_by) references users(id) on delete set null,
          constraint ck_call_edits_field check (field in ('summary', 'instruction'))
        )`);
      await runner.query('create index if not exists ix_call_edits_call on call_edits (call_id, edited_at)');
      await runner.query('create index if not exists ix_call_edits_account on call_edits (account_id)');
      await runner.query('create index if not exists ix_call_edits_edited_by on call_edits (edited_by)');
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('drop table if exists call_edits');
    });
    await withShortLock(runner, async () => {
      await runner.query('alter table analyses drop if exists original_words');
      await runner.query('alter table pending_words drop if exists is_rewrite');
    });
  }
}
