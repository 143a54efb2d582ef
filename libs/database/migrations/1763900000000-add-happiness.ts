import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How happy customers are, per call (`judged_calls`) and summed per day (`happiness_days`). The next migration adds the
 * triggers on calls and analyses that keep both current.
 */
export class AddHappiness1763900000000 implements MigrationInterface {
  name = 'AddHappiness1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await runner.query(LOCAL_TIME);
    await runner.query(LOCK);
    await runner.query(JUDGE_CALLS);
    await createSums(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table happiness_recounts, happiness_days, judged_calls');
    await runner.query(`
      drop function happiness_days_add, happiness_days_change, happiness_days_subtract, judge_calls, lock_happiness,
        local_call_time
    `);
  }
}

// The rows of a deleted account or call are removed by a trigger on calls, in one statement: a foreign key would delete
// them one by one, and update the same sums for each.
async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table judged_calls (
      call_id uuid not null,
      account_id uuid not null,
      day date not null,
      hour smallint not null,
      direction text,
      agent_id uuid,
      label text not null,
      topic text,
      confidence real not null,
      has_quote boolean not null,
      constraint pk_judged_calls primary key (call_id),
      constraint ck_judged_calls_label check (label in ('positive', 'neutral', 'negative', 'needs_review'))
    )
  `);
  await runner.query(`
    create index ix_judged_calls_moments on judged_calls (account_id, label, day, confidence desc) where has_quote
  `);
  await runner.query(`
    create table happiness_days (
      account_id uuid not null,
      day date not null,
      dimension text not null,
      value text not null,
      positive integer not null,
      neutral integer not null,
      negative integer not null,
      needs_review integer not null,
      constraint pk_happiness_days primary key (account_id, dimension, day, value),
      constraint ck_happiness_days_dimension check (dimension in ('all', 'direction', 'agent', 'topic', 'hour')),
      constraint fk_happiness_days_account foreign key (account_id) references accounts(id) on delete cascade
    ) with (fillfactor = 70)
  `);
  await runner.query(`
    create table happiness_recounts (
      account_id uuid not null,
      requested_at timestamptz not null default now(),
      last_created_at timestamptz,
      last_call_id uuid,
      constraint pk_happiness_recounts primary key (account_id),
      constraint fk_happiness_recounts_account foreign key (account_id) references accounts(id) on delete cascade
    )
  `);
}

// A time zone that PostgreSQL does not know must not stop a call from being completed.
const LOCAL_TIME = `
  create function local_call_time(at timestamptz, time_zone text) returns timestamp language plpgsql stable as $$
  begin
    return at at time zone coalesce(time_zone, 'UTC');
  exception when invalid_parameter_value then
    return at at time zone 'UTC';
  end $$
`;

// Changes of an account wait for each other, so they never deadlock, and each sees what the one before has written.
const LOCK = `
  create function lock_happiness(of_account uuid) returns void language sql as $$
    select pg_advisory_xact_lock(hashtext('ringwell.happiness'), hashtext(of_account::text))
  $$
`;

// The topic is read by name because analyses may not have that column yet. With an array as parameter, PostgreSQL would
// plan the statement again for each call, which takes several times longer than to run it.
const JUDGE_CALLS = `
  create function judge_calls(of_account uuid, of_calls uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
  begin
    perform lock_happiness(of_account);
    insert into judged_calls as judged
      (call_id, account_id, day, hour, direction, agent_id, label, topic, confidence, has_quote)
    select call.id, call.account_id, local.time::date, extract(hour from local.time), call.direction, call.agent_id,
      case when analysis.needs_review then 'needs_review' else analysis.sentiment end,
      to_jsonb(analysis) ->> 'topic', analysis.confidence,
      not analysis.needs_review and analysis.sentiment <> 'neutral' and exists (
        select from jsonb_array_elements(analysis.evidence) quote where lower(quote ->> 'claim') = analysis.sentiment)
    from calls call
      join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      left join account_settings settings on settings.account_id = call.account_id
      cross join lateral (
        select local_call_time(least(call.occurred_at, call.created_at), settings.time_zone) as time) local
    where call.id = any(of_calls) and call.account_id = of_account and call.source <> 'demo'
    on conflict (call_id) do update set day = excluded.day, hour = excluded.hour, direction = excluded.direction,
      agent_id = excluded.agent_id, label = excluded.label, topic = excluded.topic, confidence = excluded.confidence,
      has_quote = excluded.has_quote
    where (judged.day, judged.hour, judged.direction, judged.agent_id, judged.label, judged.topic, judged.confidence,
        judged.has_quote)
      is distinct from (excluded.day, excluded.hour, excluded.direction, excluded.agent_id, excluded.label,
        excluded.topic, excluded.confidence, excluded.has_quote);
  end $$
`;

async function createSums(runner: QueryRunner): Promise<void> {
  await runner.query(sumFunction('happiness_days_add', 'added', `select *, 1 as change from added`, addSql));
  await runner.query(
    sumFunction(
      'happiness_days_change',
      'added',
      `select *, 1 as change from added union all select *, -1 from removed`,
      addSql,
    ),
  );
  await runner.query(
    sumFunction('happiness_days_subtract', 'removed', `select *, -1 as change from removed`, subtractSql),
  );
  await runner.query(`
    create trigger happiness_days_add after insert on judged_calls referencing new table as added
      for each statement execute function happiness_days_add()
  `);
  await runner.query(`
    create trigger happiness_days_change after update on judged_calls referencing old table as removed new table as added
      for each statement execute function happiness_days_change()
  `);
  await runner.query(`
    create trigger happiness_days_subtract after delete on judged_calls referencing old table as removed
      for each statement execute function happiness_days_subtract()
  `);
}

function sumFunction(name: string, changed: string, changes: string, apply: (changes: string) => string): string {
  return `
    create function ${name}() returns trigger language plpgsql as $$
    begin
      perform lock_happiness(account_id) from (select distinct account_id from ${changed} order by 1) account;
      ${apply(sumsOf(changes))};
      return null;
    end $$
  `;
}

function sumsOf(changes: string): string {
  const sum = (label: string): string =>
    `coalesce(sum(call.change) filter (where call.label = '${label}'), 0) as ${label}`;
  return `
    select * from (
      select call.account_id, call.day, counted.dimension, counted.value,
        ${['positive', 'neutral', 'negative', 'needs_review'].map(sum).join(', ')}
      from (${changes}) call
        cross join lateral (values ('all', ''), ('direction', call.direction), ('agent', call.agent_id::text),
          ('topic', call.topic), ('hour', call.hour::text)) counted (dimension, value)
      where counted.value is not null
      group by 1, 2, 3, 4) sums
    where (positive, neutral, negative, needs_review) <> (0, 0, 0, 0)
    order by account_id, dimension, day, value`;
}

function addSql(sums: string): string {
  return `
    insert into happiness_days as days
      (account_id, day, dimension, value, positive, neutral, negative, needs_review)
    ${sums}
    on conflict (account_id, dimension, day, value) do update set
      positive = days.positive + excluded.positive, neutral = days.neutral + excluded.neutral,
      negative = days.negative + excluded.negative, needs_review = days.needs_review + excluded.needs_review`;
}

// Adds no rows, because the account may be deleted in the same transaction.
function subtractSql(sums: string): string {
  return `
    update happiness_days days set
      positive = days.positive + sums.positive, neutral = days.neutral + sums.neutral,
      negative = days.negative + sums.negative, needs_review = days.needs_review + sums.needs_review
    from (${sums}) sums
    where (days.account_id, days.day, days.dimension, days.value)
      = (sums.account_id, sums.day, sums.dimension, sums.value)`;
}
