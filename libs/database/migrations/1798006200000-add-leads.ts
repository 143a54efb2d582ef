import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, withShortLock } from '../postgres/build-index';

const KINDS = "'unhappy', 'promise', 'voicemail', 'review', 'rule'";
const OUTCOMES = "'recovered', 'called_back', 'still_unhappy', 'no_answer', 'not_needed'";
const LAST_TOUCHED = 'greatest(due_at, opened_at, last_contact_at, snoozed_until)';
const WEIGHTS = `when 'rule' then 4 when 'promise' then 3 when 'voicemail' then 2 when 'review' then 1`;

/** Adds leads to win back: a kind of follow-up, its outcome, and what it brought. */
export class AddLeads1798006200000 implements MigrationInterface {
  name = 'AddLeads1798006200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table account_settings add if not exists leads_enabled boolean not null default false,
          add if not exists call_leads_within_minutes integer not null default 15,
          add if not exists average_ticket_dollars integer`);
      await runner.query(`
        alter table follow_ups add if not exists job_id text, add if not exists brought_cents bigint,
          add if not exists is_estimate boolean not null default false`);
    });
    await replaceChecks(runner, `${KINDS}, 'lead'`, `${OUTCOMES}, 'won'`);
    await sortByWeight(runner, `when 'unhappy' then 6 when 'lead' then 5 ${WEIGHTS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update follow_ups set kind = 'promise' where kind = 'lead'`);
    await runner.query(`update follow_up_calls set kind = 'promise' where kind = 'lead'`);
    await runner.query(`update follow_ups set outcome = 'called_back' where outcome = 'won'`);
    await replaceChecks(runner, KINDS, OUTCOMES);
    await sortByWeight(runner, `when 'unhappy' then 5 ${WEIGHTS}`);
    await withShortLock(runner, async () => {
      await runner.query(
        'alter table follow_ups drop if exists job_id, drop if exists brought_cents, drop if exists is_estimate',
      );
      await runner.query(`
        alter table account_settings drop if exists leads_enabled, drop if exists call_leads_within_minutes,
          drop if exists average_ticket_dollars`);
    });
  }
}

// Validated separately, because validating reads the whole table.
async function replaceChecks(runner: QueryRunner, kinds: string, outcomes: string): Promise<void> {
  for (const [table, column, values] of [
    ['follow_ups', 'kind', kinds],
    ['follow_up_calls', 'kind', kinds],
    ['follow_ups', 'outcome', outcomes],
  ] as const) {
    const name = `ck_${table}_${column}`;
    await withShortLock(runner, async () => {
      await runner.query(`alter table ${table} drop constraint if exists ${name}`);
      await runner.query(`alter table ${table} add constraint ${name} check (${column} in (${values})) not valid`);
    });
    await runner.query(`alter table ${table} validate constraint ${name}`);
  }
}

function sortByWeight(runner: QueryRunner, weights: string): Promise<void> {
  const weight = `case when is_danger then 9 else case kind ${weights} end end`;
  return buildIndex(runner, {
    name: 'ix_follow_ups_urgency',
    table: 'follow_ups',
    on: `(account_id, (${weight}), (case when is_danger then 'infinity' else ${LAST_TOUCHED} end), id)
      where state in ('open', 'in_progress')`,
  });
}
