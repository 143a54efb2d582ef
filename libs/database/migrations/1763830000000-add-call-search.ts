import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHANGED = { insert: 'new', update: 'new', delete: 'old' } as const;
const RESULTS = ['transcripts', 'analyses'];
const DETAILS = ['customer_name', 'from_number', 'to_number', 'external_id', 'lead_call_id', 'job_id', 'customer_id'];
const COLUMNS = [...DETAILS, 'result_run_number', 'words_expired_at'];

/**
 * Full-text search: one document for each call, with its words, names and numbers. Triggers keep it current, because
 * many statements change a part of it, also those of the previous version while it still runs. Existing calls are left
 * to the worker, which reads on from `call_search_backfill`, so that this migration is quick on any number of calls.
 */
export class AddCallSearch1763830000000 implements MigrationInterface {
  name = 'AddCallSearch1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await createConfiguration(runner);
    await runner.query(SEARCH_TEXT);
    await runner.query(SEARCH_WORDS);
    await runner.query(SEARCH_QUERY);
    await runner.query(`
      create table call_search (
        call_id uuid not null,
        user_id uuid not null,
        created_at timestamptz not null,
        words tsvector not null,
        names text not null,
        constraint pk_call_search primary key (call_id),
        constraint fk_call_search_call foreign key (call_id) references calls(id) on delete cascade
      )
    `);
    await runner.query(`
      create index ix_call_search on call_search
        using gin (user_id, (date_trunc('hour', created_at at time zone 'utc')), words, names gin_trgm_ops)
        with (gin_pending_list_limit = 1024)
    `);
    await runner.query(REFRESH);
    await runner.query(ADD_CALLS);
    await runner.query(REFRESH_CALL);
    await runner.query(REFRESH_RESULTS);
    await createTriggers(runner);
    await runner.query(`
      create table call_search_backfill (
        id boolean not null default true,
        last_call_id uuid not null,
        constraint pk_call_search_backfill primary key (id),
        constraint ck_call_search_backfill check (id)
      )
    `);
    await runner.query(`
      insert into call_search_backfill (last_call_id)
      select '00000000-0000-0000-0000-000000000000' where exists (select from calls)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger call_search_added on calls');
    await runner.query('drop trigger call_search_changed on calls');
    for (const table of RESULTS)
      for (const event of Object.keys(CHANGED)) await runner.query(`drop trigger call_search_${event} on ${table}`);
    await runner.query('drop table call_search_backfill, call_search');
    await runner.query(`
      drop function call_search_add_calls, call_search_refresh_call, call_search_refresh_results, call_search_refresh,
        call_search_query, call_search_words, call_search_text
    `);
    await runner.query('drop text search configuration call_words');
    await runner.query('drop text search dictionary call_words_stem');
  }
}

// Without stop words, unlike PostgreSQL's own: "not happy" is not "happy", and Will is a name.
async function createConfiguration(runner: QueryRunner): Promise<void> {
  await runner.query('create text search dictionary call_words_stem (template = snowball, language = english)');
  await runner.query('create text search configuration call_words (copy = pg_catalog.english)');
  await runner.query(
    'alter text search configuration call_words alter mapping replace english_stem with call_words_stem',
  );
}

async function createTriggers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create trigger call_search_added after insert on calls referencing new table as changed
      for each statement execute function call_search_add_calls()
  `);
  const row = (side: string): string => COLUMNS.map((column) => `${side}.${column}`).join(', ');
  await runner.query(`
    create trigger call_search_changed after update of ${COLUMNS.join(', ')} on calls
      for each row when ((${row('old')}) is distinct from (${row('new')}))
      execute function call_search_refresh_call()
  `);
  for (const table of RESULTS)
    for (const [event, side] of Object.entries(CHANGED))
      await runner.query(`
        create trigger call_search_${event} after ${event} on ${table} referencing ${side} table as changed
          for each statement execute function call_search_refresh_results()
      `);
}

// One spelling of names and numbers, in documents and searches: without accents and apostrophes, 1200 for $1,200.00,
// 5550102345 for +1 (555) 010-2345, 0102345 for 010-2345, and 10:30 am for 10:30am.
const SEARCH_TEXT = `
  create function call_search_text(value text) returns text language plpgsql immutable parallel safe as $$
  begin
    if octet_length(value) <> length(value) then
      value := regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g');
      value := translate(value, '’‘ʼ“”–—', '''''''""--');
    end if;
    value := lower(value);
    if value ~ '\\d' then
      value := regexp_replace(value, '(\\d),(?=\\d{3}(?!\\d))', '\\1', 'g');
      value := regexp_replace(value,
        '(?<!\\d)(?:\\+?1[ .-]?)?\\(?(\\d{3})\\)?[ .-]{0,2}(\\d{3})[ .-]?(\\d{4})(?!\\d)', ' \\1\\2\\3 ', 'g');
      value := regexp_replace(value, '(?<!\\d)(\\d{3})[.-](\\d{4})(?!\\d)', '\\1\\2', 'g');
      value := regexp_replace(value, '(\\d)\\.00(?!\\d)', '\\1', 'g');
      value := regexp_replace(value, '(\\d) ?([ap])\\.?m\\M\\.?', '\\1 \\2m', 'g');
    end if;
    return regexp_replace(value, '([[:alpha:]])''(?=[[:alpha:]])', '\\1', 'g');
  end $$
`;

// Punctuation is left out, or PostgreSQL would read -0102 as a negative number and a/b as a path. PostgreSQL refuses
// documents of more than 1 MB; 300,000 characters are about five hours of speech.
const SEARCH_WORDS = `
  create function call_search_words(value text) returns tsvector language sql immutable parallel safe as $$
    select to_tsvector('call_words',
      regexp_replace(call_search_text(left(value, 300000)), '[^[:alnum:]\\u0080-\\uffff]+', ' ', 'g'))
  $$
`;

// Words joined by punctuation are a phrase, as if they were quoted: 10:30, on-site.
const SEARCH_QUERY = `
  create function call_search_query(search text, begins boolean default false) returns tsquery
  language plpgsql immutable parallel safe as $$
  declare
    value text := call_search_text(search);
    beginning text;
  begin
    value := regexp_replace(value,
      '([[:alnum:]\\u0080-\\uffff])[^[:alnum:]\\u0080-\\uffff\\s"]+(?=[[:alnum:]\\u0080-\\uffff])', '\\1:', 'g');
    value := regexp_replace(value, '[^[:alnum:]\\u0080-\\uffff\\s":-]+', ' ', 'g');
    select string_agg(case when piece.text[1] ~ '"' then translate(piece.text[1], ':', ' ')
        else regexp_replace(translate(piece.text[1], ':', ' '), '^(-?)(.* .*)$', '\\1"\\2"') end, ' ' order by place)
      into value from regexp_matches(value, '-?"[^"]*"?|[^\\s"]+', 'g') with ordinality piece (text, place);
    value := coalesce(value, '');
    if not begins then
      return websearch_to_tsquery('call_words', value);
    end if;
    beginning := substring(value from '(?:^|\\s)([[:alpha:]\\u0080-\\uffff]{3,})\\s*$');
    if beginning is null then
      return ''::tsquery;
    end if;
    return websearch_to_tsquery('call_words', left(rtrim(value), -length(beginning)))
      && to_tsquery('call_words', beginning || ':*');
  end $$
`;

// A call without a row yet gets one. The lock makes the last of several concurrent changes see all of them.
const REFRESH = `
  create function call_search_refresh(of_call uuid) returns void language plpgsql as $$
  begin
    perform from call_search where call_id = of_call for update;
    insert into call_search (call_id, user_id, created_at, words, names)
    select call.id, call.user_id, call.created_at,
      call_search_words(concat_ws(E'\\n', ${details('call')}, analysis.summary,
        regexp_replace(transcript.text, '^(Agent|Customer|Speaker): ', '', 'gn'))),
      ${names('call')}
    from calls call
      left join transcripts transcript on transcript.call_id = call.id
        and transcript.run_number = call.result_run_number and call.words_expired_at is null
      left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
    where call.id = of_call
    on conflict (call_id) do update set words = excluded.words, names = excluded.names;
  end $$
`;

const ADD_CALLS = `
  create function call_search_add_calls() returns trigger language plpgsql as $$
  begin
    insert into call_search (call_id, user_id, created_at, words, names)
    select call.id, call.user_id, call.created_at, call_search_words(concat_ws(E'\\n', ${details('call')})),
      ${names('call')}
    from changed call;
    return null;
  end $$
`;

const REFRESH_CALL = `
  create function call_search_refresh_call() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(new.id);
    return null;
  end $$
`;

const REFRESH_RESULTS = `
  create function call_search_refresh_results() returns trigger language plpgsql as $$
  begin
    perform call_search_refresh(call.id) from calls call
    where exists (select from changed where call_id = call.id and run_number = call.result_run_number);
    return null;
  end $$
`;

// The local part of the numbers, too: people leave out the area code.
function details(call: string): string {
  const local = ['from_number', 'to_number'].map(
    (column) => `substring(regexp_replace(${call}.${column}, '\\D', '', 'g') from '\\d{7}$')`,
  );
  return [...DETAILS.map((column) => `${call}.${column}`), ...local].join(', ');
}

// What is searched by its parts: digits of numbers and similar names.
function names(call: string): string {
  const digits = ['from_number', 'to_number'].map((column) => `regexp_replace(${call}.${column}, '\\D', '', 'g')`);
  return `concat_ws(' ', call_search_text(${call}.customer_name), ${digits.join(', ')})`;
}
