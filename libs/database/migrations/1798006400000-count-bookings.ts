import type { MigrationInterface, QueryRunner } from 'typeorm';

import { buildIndex, dropIndex, withShortLock } from '../postgres/build-index';
import { after, editFunction, undo, within, type FunctionEdit } from '../postgres/edit-function';

/**
 * Counts bookings in the existing rows of `happiness_days`, so that a call needs no additional rows. The worker counts
 * earlier calls. An index finds the calls behind a figure.
 */
export class CountBookings1798006400000 implements MigrationInterface {
  name = 'CountBookings1798006400000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, () =>
      runner.query(`alter table judged_calls add if not exists booking text,
        add if not exists is_confirmed boolean not null default false`),
    );
    const columns = COUNTED.map(([name]) => `add if not exists ${name} integer not null default 0`);
    await withShortLock(runner, () => runner.query(`alter table happiness_days ${columns.join(', ')}`));
    for (const name of SUMS) await editFunction(runner, name, IN_SUMS);
    await editFunction(runner, 'judge_calls', IN_JUDGE_CALLS);
    await buildIndex(runner, {
      name: 'ix_analyses_booking',
      table: 'analyses',
      on: '(account_id, booking) where booking is not null',
    });
    await runner.query(`
      insert into happiness_recounts (account_id)
      select id from accounts where exists (
        select from analyses where account_id = accounts.id and booking is not null)
      on conflict (account_id) do update
        set requested_at = clock_timestamp(), last_created_at = null, last_call_id = null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'ix_analyses_booking');
    await editFunction(runner, 'judge_calls', undo(IN_JUDGE_CALLS));
    for (const name of SUMS) await editFunction(runner, name, undo(IN_SUMS));
    const columns = COUNTED.map(([name]) => `drop if exists ${name}`);
    await withShortLock(runner, () => runner.query(`alter table happiness_days ${columns.join(', ')}`));
    await withShortLock(runner, () =>
      runner.query('alter table judged_calls drop if exists booking, drop if exists is_confirmed'),
    );
  }
}

// Each sum with the calls that it counts.
const COUNTED = [
  ...['booked', 'not_booked_undecided', 'not_booked_unreached', 'not_booked_other', 'not_a_lead'].map(
    (booking) => [booking, `call.booking = '${booking}'`] as const,
  ),
  ['confirmed_booked', `call.is_confirmed and call.booking = 'booked'`],
  ['confirmed_not_booked', `call.is_confirmed and call.booking like 'not_booked%'`],
  ['confirmed_not_a_lead', `call.is_confirmed and call.booking = 'not_a_lead'`],
] as const;

const SUMS = ['happiness_days_add', 'happiness_days_change', 'happiness_days_subtract'];

const NAMES = COUNTED.map(([name]) => `, ${name}`).join('');
const addOf = (side: string): string => COUNTED.map(([name]) => `, ${name} = days.${name} + ${side}.${name}`).join('');

const IN_SUMS: readonly FunctionEdit[] = [
  within('(account_id, day, dimension, value, positive, neutral, negative, needs_review)', NAMES),
  after(
    `(call.label = 'needs_review')::int`,
    COUNTED.map(([, condition]) => `, coalesce((${condition})::int, 0)`).join(''),
  ),
  after(
    `coalesce(sum(call.change) filter (where call.label = 'needs_review'), 0) as needs_review`,
    COUNTED.map(([name, condition]) => `, coalesce(sum(call.change) filter (where ${condition}), 0) as ${name}`).join(
      '',
    ),
  ),
  within('(positive, neutral, negative, needs_review)', NAMES),
  within('<> (0, 0, 0, 0)', ', 0'.repeat(COUNTED.length)),
  after('needs_review = days.needs_review + excluded.needs_review', addOf('excluded')),
  after('needs_review = days.needs_review + sums.needs_review', addOf('sums')),
];

const IN_JUDGE_CALLS: readonly FunctionEdit[] = [
  within('has_quote, counted_by_direction)', ', booking'),
  after(', true', `, nullif(analysis.booking, 'unclear')`),
  after('counted_by_direction = excluded.counted_by_direction', ', booking = excluded.booking'),
  within('judged.counted_by_direction)', ', judged.booking'),
  within('excluded.counted_by_direction)', ', excluded.booking'),
];
