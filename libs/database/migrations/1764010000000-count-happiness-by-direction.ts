import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/**
 * Counts agents, topics and hours of each direction. Earlier calls are counted by the worker, so that this migration is
 * quick on any number of calls: until then, `counted_by_direction` tells which sums have them.
 */
export class CountHappinessByDirection1764010000000 implements MigrationInterface {
  name = 'CountHappinessByDirection1764010000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(
        'alter table judged_calls add column if not exists counted_by_direction boolean not null default false',
      );
      await replaceCheck(runner, [...DIMENSIONS, ...DIRECTED]);
      await runner.query(judgeCalls(['counted_by_direction'], ['true']));
      await replaceSums(runner, [...COUNTED, ...COUNTED_BY_DIRECTION]);
    });
    await runner.query('alter table happiness_days validate constraint ck_happiness_days_dimension');
    await runner.query(`
      insert into happiness_recounts (account_id)
      select id from accounts where exists (select from calls where account_id = accounts.id)
      on conflict (account_id) do update
        set requested_at = clock_timestamp(), last_created_at = null, last_call_id = null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(judgeCalls([], []));
      await replaceSums(runner, COUNTED);
      await runner.query('alter table judged_calls drop column if exists counted_by_direction');
    });
    await runner.query('delete from happiness_days where dimension = any($1)', [DIRECTED]);
    await withShortLock(runner, () => replaceCheck(runner, DIMENSIONS));
    await runner.query('alter table happiness_days validate constraint ck_happiness_days_dimension');
  }
}

const DIMENSIONS = ['all', 'direction', 'agent', 'topic', 'hour'];
const DIRECTED = ['inbound', 'outbound'].flatMap((direction) =>
  ['agent', 'topic', 'hour'].map((part) => `${direction}_${part}`),
);

// Rows of what each call is counted by, as (dimension, value).
const COUNTED = [
  `('all', '')`,
  `('direction', call.direction)`,
  `('agent', call.agent_id::text)`,
  `('topic', call.topic)`,
  `('hour', call.hour::text)`,
];
const directed = (part: string, value: string): string =>
  `(case when call.counted_by_direction then call.direction || '_${part}' end, ${value})`;
const COUNTED_BY_DIRECTION = [
  directed('agent', 'call.agent_id::text'),
  directed('topic', 'call.topic'),
  directed('hour', 'call.hour::text'),
];

async function replaceCheck(runner: QueryRunner, dimensions: readonly string[]): Promise<void> {
  const names = dimensions.map((dimension) => `'${dimension}'`).join(', ');
  await runner.query(`
    alter table happiness_days drop constraint if exists ck_happiness_days_dimension,
      add constraint ck_happiness_days_dimension check (dimension in (${names})) not valid`);
}

const DETAILS = ['day', 'hour', 'direction', 'agent_id', 'label', 'topic', 'confidence', 'has_quote'];

// As before, with more columns.
function judgeCalls(columns: readonly string[], values: readonly string[]): string {
  const changing = [...DETAILS, ...columns];
  const of = (row: string): string => changing.map((column) => `${row}.${column}`).join(', ');
  return `
    create or replace function judge_calls(of_account uuid, of_calls uuid[]) returns void language plpgsql
    set plan_cache_mode = force_generic_plan as $$
    begin
      perform lock_happiness(of_account);
      insert into judged_calls as judged (call_id, account_id, ${changing.join(', ')})
      select call.id, call.account_id, local.time::date, extract(hour from local.time), call.direction, call.agent_id,
        case when analysis.needs_review then 'needs_review' else analysis.sentiment end,
        to_jsonb(analysis) ->> 'topic', analysis.confidence,
        not analysis.needs_review and analysis.sentiment <> 'neutral' and exists (
          select from jsonb_array_elements(analysis.evidence) quote where lower(quote ->> 'claim') = analysis.sentiment)
        ${values.map((value) => `, ${value}`).join('')}
      from calls call
        join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
        left join account_settings settings on settings.account_id = call.account_id
        cross join lateral (
          select local_call_time(least(call.occurred_at, call.created_at), settings.time_zone) as time) local
      where call.id = any(of_calls) and call.account_id = of_account and call.source <> 'demo'
      on conflict (call_id) do update set
        ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${of('judged')}) is distinct from (${of('excluded')});
    end $$`;
}

async function replaceSums(runner: QueryRunner, counted: readonly string[]): Promise<void> {
  const added = 'select *, 1 as change from added';
  const both = `${added} union all select *, -1 from removed`;
  await runner.query(sumFunction('happiness_days_add', 'added', addSql(sumsOf(added, counted))));
  await runner.query(sumFunction('happiness_days_change', 'added', addSql(sumsOf(both, counted))));
  const removed = 'select *, -1 as change from removed';
  await runner.query(sumFunction('happiness_days_subtract', 'removed', subtractSql(sumsOf(removed, counted))));
}

function sumFunction(name: string, changed: string, apply: string): string {
  return `
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      perform lock_happiness(account_id) from (select distinct account_id from ${changed} order by 1) account;
      ${apply};
      return null;
    end $$`;
}

function sumsOf(changes: string, counted: readonly string[]): string {
  const sum = (label: string): string =>
    `coalesce(sum(call.change) filter (where call.label = '${label}'), 0) as ${label}`;
  return `
    select * from (
      select call.account_id, call.day, counted.dimension, counted.value,
        ${['positive', 'neutral', 'negative', 'needs_review'].map(sum).join(', ')}
      from (${changes}) call
        cross join lateral (values ${counted.join(', ')}) counted (dimension, value)
      where counted.dimension is not null and counted.value is not null
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
