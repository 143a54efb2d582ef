import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';
import { after, editFunction, undo, within, type FunctionEdit } from '../postgres/edit-function';

/** Counts calls with a job, and bookings by campaign, which only calls from ServiceTitan have. */
export class CountJobsAndCampaigns1798006400001 implements MigrationInterface {
  name = 'CountJobsAndCampaigns1798006400001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () => runner.query('alter table judged_calls add if not exists campaign text'));
    await replaceCheck(runner, [...DIMENSIONS, ...CAMPAIGNS]);
    for (const name of SUMS) await editFunction(runner, name, IN_SUMS);
    await editFunction(runner, 'judge_calls', IN_JUDGE_CALLS);
    await withShortLock(runner, async () => {
      await runner.query(FACTS_CHANGED);
      for (const [event, side] of Object.entries(EVENTS))
        await runner.query(`
          create or replace trigger happiness_facts_${event} after ${event} on booking_facts
            referencing ${side} table as changed for each statement execute function happiness_facts_changed()`);
    });
    await withShortLock(runner, () =>
      runner.query(`
        create or replace trigger happiness_campaign_changed after update of campaign on calls for each row
          when (new.result_run_number is not null and new.campaign is distinct from old.campaign)
          execute function happiness_call_changed()`),
    );
    await buildIndex(runner, {
      name: 'ix_judged_calls_campaign',
      table: 'judged_calls',
      on: '(account_id, campaign, day) include (call_id) where campaign is not null',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_judged_calls_campaign');
    await withShortLock(runner, () => runner.query('drop trigger if exists happiness_campaign_changed on calls'));
    await withShortLock(runner, async () => {
      for (const event of Object.keys(EVENTS))
        await runner.query(`drop trigger if exists happiness_facts_${event} on booking_facts`);
      await runner.query('drop function if exists happiness_facts_changed');
    });
    await editFunction(runner, 'judge_calls', undo(IN_JUDGE_CALLS));
    for (const name of SUMS) await editFunction(runner, name, undo(IN_SUMS));
    await runner.query('delete from happiness_days where dimension = any($1)', [CAMPAIGNS]);
    await replaceCheck(runner, DIMENSIONS);
    await withShortLock(runner, () => runner.query('alter table judged_calls drop if exists campaign'));
  }
}

const SUMS = ['happiness_days_add', 'happiness_days_change', 'happiness_days_subtract'];
const PARTS = ['agent', 'topic', 'hour'];
const DIMENSIONS = [
  'all',
  'direction',
  ...PARTS,
  ...['inbound', 'outbound'].flatMap((of) => PARTS.map((part) => `${of}_${part}`)),
];
const CAMPAIGNS = ['inbound_campaign', 'outbound_campaign'];
const EVENTS = { insert: 'new', update: 'new', delete: 'old' } as const;

const IN_SUMS: readonly FunctionEdit[] = [
  after(
    `(case when call.counted_by_direction then call.direction || '_hour' end, call.hour::text)`,
    `,
        (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)`,
  ),
];

// A job that is canceled later was still booked. One found only by a phone number is likely, and confirms nothing. Longer
// names would not fit into the key.
const IN_JUDGE_CALLS: readonly FunctionEdit[] = [
  within('counted_by_direction, booking)', ', is_confirmed, campaign'),
  after(
    `, nullif(analysis.booking, 'unclear')`,
    `, exists (select from booking_facts fact where fact.call_id = call.id and fact.evidence <> 'phone'),
        left(call.campaign, 200)`,
  ),
  after('booking = excluded.booking', ', is_confirmed = excluded.is_confirmed, campaign = excluded.campaign'),
  within('judged.booking)', ', judged.is_confirmed, judged.campaign'),
  within('excluded.booking)', ', excluded.is_confirmed, excluded.campaign'),
];

const FACTS_CHANGED = `
  create or replace function happiness_facts_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(fact.account_id, fact.call_ids) from (
      select account_id, array_agg(call_id) as call_ids from changed group by account_id order by account_id) fact;
    return null;
  end $$`;

async function replaceCheck(runner: QueryRunner, dimensions: readonly string[]): Promise<void> {
  const names = dimensions.map((dimension) => `'${dimension}'`).join(', ');
  await withShortLock(runner, () =>
    runner.query(`
      alter table happiness_days drop constraint if exists ck_happiness_days_dimension,
        add constraint ck_happiness_days_dimension check (dimension in (${names})) not valid`),
  );
  await runner.query('alter table happiness_days validate constraint ck_happiness_days_dimension');
}
