import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

const DETAILS = ['customer_name', 'from_number', 'to_number', 'external_id', 'lead_call_id', 'job_id', 'customer_id'];
const WATCHED = [...DETAILS, 'result_run_number', 'words_expired_at'];

/**
 * A call gets its document when its result is there: until then a search reads its few words from the call itself. So a call
 * that is accepted writes no document, which cost two thirds of the time. The documents themselves need less of regular expressions.
 */
export class SearchWaitingCalls1798000100000 implements MigrationInterface {
  name = 'SearchWaitingCalls1798000100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      for (const sql of [WORDS, CALL_DETAILS, CALL_NAMES, DOCUMENT, REFRESH, ADD_ENDED_CALLS, REFRESH_ENDED_CALL])
        await runner.query(sql);
      await runner.query(`
        create or replace trigger call_search_changed after update of ${[...WATCHED, 'state'].join(', ')} on calls
          for each row when ((${of('old', WATCHED)}) is distinct from (${of('new', WATCHED)})
            or ${isWaiting('old')} and not ${isWaiting('new')})
          execute function call_search_refresh_call()`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      for (const sql of [EARLIER_WORDS, EARLIER_REFRESH, ADD_CALLS, REFRESH_CALL]) await runner.query(sql);
      await runner.query(`
        create or replace trigger call_search_changed after update of ${WATCHED.join(', ')} on calls
          for each row when ((${of('old', WATCHED)}) is distinct from (${of('new', WATCHED)}))
          execute function call_search_refresh_call()`);
      await runner.query('drop function if exists call_search_document, call_search_names, call_search_details');
    });
    await runner.query(`
      select count(call_search_refresh(id)) from calls call
      where ${isWaiting('call')} and not exists (select from call_search where call_id = call.id)`);
  }
}

const of = (row: string, columns: readonly string[]): string => columns.map((column) => `${row}.${column}`).join(', ');

const isWaiting = (call: string): string => `${call}.state in ('queued', 'released', 'running')`;

const words = (notInWords: string): string => `
  create or replace function call_search_words(value text) returns tsvector language sql immutable parallel safe as $$
    select to_tsvector('call_words', regexp_replace(call_search_text(left(value, 300000)), '${notInWords}', ' ', 'g'))
  $$`;

// Spaces stay: to replace each by a space took half of the time.
const WORDS = words('[^[:alnum:]\\u0080-\\uffff ]+');
const EARLIER_WORDS = words('[^[:alnum:]\\u0080-\\uffff]+');

const LOCAL_NUMBERS = ['from_number', 'to_number'].map(
  (column) => `substring(regexp_replace(call.${column}, '\\D', '', 'g') from '\\d{7}$')`,
);
const details = `concat_ws(E'\\n', ${[of('call', DETAILS), ...LOCAL_NUMBERS].join(', ')})`;
const names = `concat_ws(' ', call_search_text(call.customer_name),
  regexp_replace(call.from_number, '\\D', '', 'g'), regexp_replace(call.to_number, '\\D', '', 'g'))`;

const CALL_DETAILS = `
  create or replace function call_search_details(call calls) returns text language sql stable parallel safe as $$
    select ${details}
  $$`;

const CALL_NAMES = `
  create or replace function call_search_names(call calls) returns text language sql stable parallel safe as $$
    select ${names}
  $$`;

// What a search finds a call by: its document, or what it would be while the call waits.
const DOCUMENT = `
  create or replace function call_search_document(of_call uuid) returns table (words tsvector, names text)
  language sql stable parallel safe as $$
    select words, names from call_search where call_id = of_call
    union all
    select call_search_words(call_search_details(call)), call_search_names(call) from calls call
    where id = of_call and ${isWaiting('call')} and not exists (select from call_search where call_id = of_call)
  $$`;

const ADD_ENDED_CALLS = `
  create or replace function call_search_add_calls() returns trigger language plpgsql as $$
  begin
    insert into call_search (call_id, account_id, created_at, words, names)
    select call.id, call.account_id, call.created_at, call_search_words(${details}), ${names}
    from changed call where not (${isWaiting('call')} and call.result_run_number is null);
    return null;
  end $$`;

const ADD_CALLS = `
  create or replace function call_search_add_calls() returns trigger language plpgsql as $$
  begin
    insert into call_search (call_id, account_id, created_at, words, names)
    select call.id, call.account_id, call.created_at, call_search_words(${details}), ${names}
    from changed call;
    return null;
  end $$`;

// A call that waits has a document if an earlier run left one, or if it has been waiting for long.
const REFRESH_ENDED_CALL = `
  create or replace function call_search_refresh_call() returns trigger language plpgsql as $$
  begin
    if not ${isWaiting('new')} or new.result_run_number is not null
        or exists (select from call_search where call_id = new.id) then
      perform call_search_refresh(new.id);
    end if;
    return null;
  end $$`;

const REFRESH_CALL = `
  create or replace function call_search_refresh_call() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(new.id);
    return null;
  end $$`;

const refresh = (spoken: string): string => `
  create or replace function call_search_refresh(of_call uuid) returns void language plpgsql as $$
  begin
    perform from call_search where call_id = of_call for update;
    insert into call_search (call_id, account_id, created_at, words, names)
    select call.id, call.account_id, call.created_at,
      call_search_words(concat_ws(E'\\n', ${[of('call', DETAILS), ...LOCAL_NUMBERS].join(', ')}, analysis.summary,
        ${spoken})),
      ${names}
    from calls call
      left join transcripts transcript on transcript.call_id = call.id
        and transcript.run_number = call.result_run_number and call.words_expired_at is null
      left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
    where call.id = of_call
    on conflict (call_id) do update set words = excluded.words, names = excluded.names;
  end $$`;

// The same without a regular expression, which read each letter of the transcript.
const SPEAKERS = ['Agent', 'Customer', 'Speaker'];
const REFRESH = refresh(
  SPEAKERS.reduce((text, name) => `replace(${text}, E'\\n${name}: ', E'\\n')`, `E'\\n' || transcript.text`),
);
const EARLIER_REFRESH = refresh(`regexp_replace(transcript.text, '^(${SPEAKERS.join('|')}): ', '', 'gn')`);
