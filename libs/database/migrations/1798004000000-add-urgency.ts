import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';

const URGENCY = { name: 'ix_follow_ups_urgency', table: 'follow_ups' };
const LAST_TOUCHED = 'greatest(due_at, opened_at, last_contact_at, snoozed_until)';
const WEIGHT = `case when is_danger then 9 else case kind
  when 'unhappy' then 5 when 'rule' then 4 when 'promise' then 3 when 'voicemail' then 2 when 'review' then 1 end end`;

/** Follow-ups are sorted by what it costs to wait, stay after a call that did not reach the customer, and know of danger. */
export class AddUrgency1798004000000 implements MigrationInterface {
  name = 'AddUrgency1798004000000';
  transaction = false;

  // With constant defaults, so no row is rewritten.
  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table follow_ups add if not exists is_danger boolean not null default false,
          add if not exists tries integer not null default 0, add if not exists last_contact_at timestamptz`);
      await runner.query('alter table follow_up_calls add if not exists is_danger boolean not null default false');
      await runner.query("alter table analyses add if not exists flags text[] not null default '{}'");
      await runner.query(`
        alter table account_settings add if not exists danger_phrases text[], add if not exists legal_phrases text[]`);
    });
    await buildIndex(runner, {
      ...URGENCY,
      on: `(account_id, (${WEIGHT}), (case when is_danger then 'infinity' else ${LAST_TOUCHED} end), id)
        where state in ('open', 'in_progress')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, URGENCY.name);
    await withShortLock(runner, async () => {
      await runner.query('alter table account_settings drop if exists danger_phrases, drop if exists legal_phrases');
      await runner.query('alter table analyses drop if exists flags');
      await runner.query('alter table follow_up_calls drop if exists is_danger');
      await runner.query(
        'alter table follow_ups drop if exists is_danger, drop if exists tries, drop if exists last_contact_at',
      );
    });
  }
}
