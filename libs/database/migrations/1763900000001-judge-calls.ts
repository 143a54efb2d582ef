import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const DETAILS = ['result_run_number', 'agent_id', 'direction', 'occurred_at'];

/**
 * Triggers, because many statements change the result of a call, also those of the previous version while it still runs.
 * Existing calls are left to the worker, so that this migration is quick on any number of calls.
 */
export class JudgeCalls1763900000001 implements MigrationInterface {
  name = 'JudgeCalls1763900000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS)
      await withShortLock(runner, async () => {
        for (const sql of trigger) await runner.query(sql);
      });
    await runner.query(`
      insert into happiness_recounts (account_id)
      select id from accounts where exists (select from calls where account_id = accounts.id) on conflict do nothing
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('drop trigger if exists happiness_call_changed on calls');
      await runner.query('drop trigger if exists happiness_calls_deleted on calls');
      await runner.query('drop trigger if exists happiness_analysis_changed on analyses');
      await runner.query('drop trigger if exists happiness_time_zone_changed on account_settings');
      await runner.query(`
        drop function if exists happiness_call_changed, happiness_calls_deleted, happiness_analysis_changed,
          happiness_time_zone_changed
      `);
    });
  }
}

const CALL_CHANGED = `
  create or replace function happiness_call_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(new.account_id, array[new.id]);
    return null;
  end $$
`;

const ANALYSIS_CHANGED = `
  create or replace function happiness_analysis_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(call.account_id, array[call.id]) from calls call
      where call.id = new.call_id and call.result_run_number = new.run_number and call.source <> 'demo';
    return null;
  end $$
`;

const CALLS_DELETED = `
  create or replace function happiness_calls_deleted() returns trigger language plpgsql as $$
  begin
    perform lock_happiness(account_id) from (select distinct account_id from deleted order by 1) account;
    delete from judged_calls where call_id in (select id from deleted);
    return null;
  end $$
`;

const TIME_ZONE_CHANGED = `
  create or replace function happiness_time_zone_changed() returns trigger language plpgsql as $$
  begin
    insert into happiness_recounts (account_id)
    select new.account_id where exists (select from calls where account_id = new.account_id)
    on conflict (account_id) do update
      set requested_at = clock_timestamp(), last_created_at = null, last_call_id = null;
    return null;
  end $$
`;

const detailsOf = (side: string): string => DETAILS.map((column) => `${side}.${column}`).join(', ');

// Each in a transaction of its own, so that two tables are never locked together.
const TRIGGERS = [
  [
    CALL_CHANGED,
    `create or replace trigger happiness_call_changed after update of ${DETAILS.join(', ')} on calls
      for each row when (new.result_run_number is not null and new.source <> 'demo'
        and (${detailsOf('old')}) is distinct from (${detailsOf('new')}))
      execute function happiness_call_changed()`,
  ],
  [
    CALLS_DELETED,
    `create or replace trigger happiness_calls_deleted after delete on calls referencing old table as deleted
      for each statement execute function happiness_calls_deleted()`,
  ],
  [
    ANALYSIS_CHANGED,
    `create or replace trigger happiness_analysis_changed after insert or update on analyses
      for each row execute function happiness_analysis_changed()`,
  ],
  [
    TIME_ZONE_CHANGED,
    `create or replace trigger happiness_time_zone_changed after update of time_zone on account_settings
      for each row when (old.time_zone is distinct from new.time_zone)
      execute function happiness_time_zone_changed()`,
  ],
];
