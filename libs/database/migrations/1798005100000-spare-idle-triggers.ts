import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/**
 * What ends a call costs less: triggers run only for rows that have changed, the sums of a single call are added without
 * grouping, its topic is read without turning its analysis into JSON, and PostgreSQL no longer tries to compress search
 * documents, which have nothing that repeats.
 */
export class SpareIdleTriggers1798005100000 implements MigrationInterface {
  name = 'SpareIdleTriggers1798005100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await edit(runner, 'judge_calls', TOPIC_OF_JSON, 'analysis.topic');
    await edit(runner, 'happiness_days_add', 'begin', `begin${ADD_ONE}`);
    await edit(runner, 'happiness_days_change', 'begin', `begin${RETURN_EARLY}`);
    await edit(runner, 'call_search_add_calls', ADDED, ADDED_ONCE);
    for (const side of ['new', 'old'] as const) await runner.query(refreshResult(side));
    for (const [table, column] of Object.entries(SEARCHED))
      await withShortLock(runner, async () => {
        for (const event of Object.keys(CHANGED))
          await runner.query(`drop trigger if exists call_search_${event} on ${table}`);
        await runner.query(`
          create trigger call_search_insert after insert on ${table} for each row
            execute function call_search_refresh_new_result()`);
        await runner.query(`
          create trigger call_search_update after update on ${table} for each row
            when ((old.run_number, old.${column}) is distinct from (new.run_number, new.${column}))
            execute function call_search_refresh_new_result()`);
        await runner.query(`
          create trigger call_search_delete after delete on ${table} for each row
            execute function call_search_refresh_old_result()`);
      });
    await withShortLock(runner, () => setStorage(runner, 'external'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => setStorage(runner, 'extended'));
    for (const table of Object.keys(SEARCHED))
      await withShortLock(runner, async () => {
        for (const [event, side] of Object.entries(CHANGED)) {
          await runner.query(`drop trigger if exists call_search_${event} on ${table}`);
          await runner.query(`
            create trigger call_search_${event} after ${event} on ${table} referencing ${side} table as changed
              for each statement execute function call_search_refresh_results()`);
        }
      });
    await runner.query('drop function if exists call_search_refresh_new_result, call_search_refresh_old_result');
    await edit(runner, 'call_search_add_calls', ADDED_ONCE, ADDED);
    await edit(runner, 'happiness_days_change', `begin${RETURN_EARLY}`, 'begin');
    await edit(runner, 'happiness_days_add', `begin${ADD_ONE}`, 'begin');
    await edit(runner, 'judge_calls', 'analysis.topic', TOPIC_OF_JSON);
  }
}

const CHANGED = { insert: 'new', update: 'new', delete: 'old' } as const;

/** Tables of results, with what a search finds in them. */
const SEARCHED = { transcripts: 'text', analyses: 'summary' };

const TOPIC_OF_JSON = `to_jsonb(analysis) ->> 'topic'`;

const RETURN_EARLY = `
      if not exists (select from added) then return null; end if;`;

// As for several calls, but without the sums of each label.
const ADD_ONE = `
      if (select count(*) from added) < 2 then
        perform lock_happiness(account_id) from added;
        insert into happiness_days as days
          (account_id, day, dimension, value, positive, neutral, negative, needs_review)
        select call.account_id, call.day, counted.dimension, counted.value, (call.label = 'positive')::int,
          (call.label = 'neutral')::int, (call.label = 'negative')::int, (call.label = 'needs_review')::int
        from added call cross join lateral (values ('all', ''), ('direction', call.direction),
          ('agent', call.agent_id::text), ('topic', call.topic), ('hour', call.hour::text),
          (case when call.counted_by_direction then call.direction || '_agent' end, call.agent_id::text),
          (case when call.counted_by_direction then call.direction || '_topic' end, call.topic),
          (case when call.counted_by_direction then call.direction || '_hour' end, call.hour::text)
          ) counted (dimension, value)
        where counted.dimension is not null and counted.value is not null
        order by counted.dimension, counted.value
        on conflict (account_id, dimension, day, value) do update set
          positive = days.positive + excluded.positive, neutral = days.neutral + excluded.neutral,
          negative = days.negative + excluded.negative, needs_review = days.needs_review + excluded.needs_review;
        return null;
      end if;`;

// The transcript of a call may come in the same statement, and its trigger first.
const ADDED = 'and call.result_run_number is null);';
const ADDED_ONCE = 'and call.result_run_number is null) on conflict do nothing;';

function refreshResult(side: 'new' | 'old'): string {
  return `
    create or replace function call_search_refresh_${side}_result() returns trigger language plpgsql as $$
    begin
      perform call_search_refresh(id) from calls where id = ${side}.call_id and result_run_number = ${side}.run_number;
      return null;
    end $$`;
}

async function setStorage(runner: QueryRunner, storage: 'external' | 'extended'): Promise<void> {
  await runner.query(`alter table call_search alter column words set storage ${storage}`);
}

// Can be repeated.
async function edit(runner: QueryRunner, name: string, from: string, to: string): Promise<void> {
  const [found] = (await runner.query('select pg_get_functiondef($1::regproc) as sql', [name])) as { sql: string }[];
  const sql = found?.sql ?? '';
  if (sql.includes(to) && !(from.includes(to) && sql.includes(from))) return;
  if (!sql.includes(from)) throw new Error(`The function ${name} is not the one that this migration changes.`);
  await runner.query(sql.replace(from, () => to));
}
