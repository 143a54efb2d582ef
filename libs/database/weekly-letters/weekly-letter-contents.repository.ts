import type { Evidence } from '@ringwell/domain/calls/analysis';
import { sumBookings } from '@ringwell/domain/calls/booking-rate';
import { pickQuotesForLabel } from '@ringwell/domain/calls/call-words';
import { addCounts, NO_CALLS, type LabelCounts } from '@ringwell/domain/calls/happiness';
import { promiseState, type PromiseFollowUp } from '@ringwell/domain/customers/customer';
import { addDays, getPreviousPeriod, listSteps, type Period } from '@ringwell/domain/weekly-letters/report-period';
import {
  MAX_LETTER_ITEMS,
  type BrokenPromise,
  type Praise,
  type UnhappyCustomer,
  type WeeklyLetter,
} from '@ringwell/domain/weekly-letters/weekly-letter';

import { userNameOrEmailSql } from '../accounts/user-name-sql';
import { AGENT_DISPLAY_NAME } from '../calls/agents.repository';
import { BookingsRepository } from '../calls/bookings.repository';
import { HappinessRepository, type DayCounts, type Moment } from '../calls/happiness.repository';
import { SkippedCallsRepository } from '../calls/skipped-calls.repository';
import { WAITING_SQL } from '../customers/waiting-sql';
import { SqlRepository } from '../postgres/sql';

type UnhappyRow = Omit<UnhappyCustomer, 'quote'> & { evidence: Evidence[] | null; total: number };

interface DuePromise {
  id: string;
  isKept: boolean;
}

const CUSTOMER_COLUMNS = `
  coalesce(customers.name, call.customer_name) as "customerName", call.customer_name as "callerName",
  case when call.customer_key like 'tel:%' then substr(call.customer_key, 5)
    when call.direction = 'outbound' then call.to_number else call.from_number end as phone`;
const JOINS = `
  join calls call on call.id = follow_up.call_id
  left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
  left join customers on customers.account_id = follow_up.account_id and customers.id = follow_up.customer_id`;
// No time zone is more than a day ahead of UTC.
const EARLIEST_WEEK_START = `(($2::date - 1)::timestamp at time zone 'UTC')`;

// Compares in the account's time zone. The first condition lets PostgreSQL use an index.
function inWeekSql(time: string): string {
  const localTime = `local_call_time(${time}, $4)`;
  return `${time} >= ${EARLIEST_WEEK_START} and ${localTime} >= $2::date and ${localTime} < $3::date + 1`;
}

export class WeeklyLetterContentsRepository extends SqlRepository {
  private readonly happiness = new HappinessRepository(this.manager);

  /** @param monday the week's Monday, as YYYY-MM-DD */
  async read(accountId: string, monday: string, timeZone: string): Promise<WeeklyLetter> {
    const week = { from: monday, to: addDays(monday, 6) };
    const twoWeeks = { from: getPreviousPeriod(week).from, to: week.to };
    const [counts, dayBookings, moments, unhappy, promises, skipped] = await Promise.all([
      this.happiness.listDays(accountId, twoWeeks),
      new BookingsRepository(this.manager).listDays(accountId, twoWeeks),
      this.happiness.listMoments(accountId, week),
      this.listUnhappy(accountId, week, timeZone),
      this.readPromises(accountId, week, timeZone),
      new SkippedCallsRepository(this.manager).countTooShort(accountId, monday, timeZone),
    ]);
    const days = listSteps(week, 'day').map(({ from: day }) => ({
      day,
      counts: sumDays(counts, { from: day, to: day }),
    }));
    return {
      week,
      timeZone,
      counts: sumDays(counts, week),
      previousCounts: sumDays(counts, getPreviousPeriod(week)),
      bookings: {
        counts: sumBookings(dayBookings.filter(({ day }) => day >= monday)),
        previousCounts: sumBookings(dayBookings.filter(({ day }) => day < monday)),
      },
      days,
      unhappy: unhappy.map(toUnhappyCustomer),
      unhappyCount: unhappy[0]?.total ?? 0,
      promises,
      praise: pickPraise(moments),
      skipped,
    };
  }

  // Uses the week's latest call, even if later calls have joined the follow-up. Every change to a follow-up, such as a
  // call joining it, sets updated_at, so none of the week's follow-ups are older.
  private listUnhappy(accountId: string, { from, to }: Period, timeZone: string): Promise<UnhappyRow[]> {
    return this.rows<UnhappyRow>(
      `
      with unhappy as (
        select follow_up.id, follow_up.account_id, follow_up.customer_id, shown.call_id, follow_up.state,
          follow_up.outcome, follow_up.called_back_at, follow_up.assignee_id, follow_up.taken_by, follow_up.urgent_at,
          count(*) over ()::int as total
        from follow_ups follow_up cross join lateral (
          select joined.call_id from follow_up_calls joined
          where joined.follow_up_id = follow_up.id and joined.kind = 'unhappy' and ${inWeekSql('joined.called_at')}
          order by joined.called_at desc, joined.call_id limit 1
        ) shown
        where follow_up.account_id = $1 and follow_up.updated_at >= ${EARLIEST_WEEK_START} and follow_up.kind = 'unhappy'
        order by follow_up.state not in ${WAITING_SQL}, follow_up.urgent_at, follow_up.id limit $5
      )
      select follow_up.call_id as "callId", least(call.occurred_at, call.created_at) as "calledAt", ${CUSTOMER_COLUMNS},
        ${AGENT_DISPLAY_NAME} as "agentName", analysis.follow_up ->> 'what' as instruction, analysis.evidence, follow_up.state, follow_up.outcome,
        follow_up.called_back_at as "calledBackAt", follow_up.total,
        coalesce(${userNameOrEmailSql('users')}, follow_up.taken_by)
          as handler
      from unhappy follow_up ${JOINS} left join users on users.id = follow_up.assignee_id
      order by follow_up.state not in ${WAITING_SQL}, follow_up.urgent_at, follow_up.id`,
      [accountId, from, to, timeZone, MAX_LETTER_ITEMS],
    );
  }

  /** Lists the promises that were due that week, kept or not, by due time. */
  private async listPromises(accountId: string, { from, to }: Period, timeZone: string): Promise<DuePromise[]> {
    const now = new Date();
    const duePromises = await this.rows<PromiseFollowUp & { id: string }>(
      `
      select id, promise_confirmed as "promiseConfirmed", state, outcome, due_at as "dueAt", snoozed_until as "snoozedUntil",
        called_back_at as "calledBackAt"
      from follow_ups where account_id = $1 and ${inWeekSql('due_at')} and promise_confirmed
      order by due_at, id`,
      [accountId, from, to, timeZone],
    );
    return duePromises
      .map((promise) => ({ id: promise.id, state: promiseState(promise, now) }))
      .filter(({ state }) => state !== null && state !== 'open')
      .map(({ id, state }) => ({ id, isKept: state === 'kept' }));
  }

  private async readPromises(accountId: string, week: Period, timeZone: string): Promise<WeeklyLetter['promises']> {
    const promises = await this.listPromises(accountId, week, timeZone);
    const brokenPromises = promises.filter(({ isKept }) => !isKept);
    const listedIds = brokenPromises.slice(0, MAX_LETTER_ITEMS).map(({ id }) => id);
    const brokenItems = await this.rows<BrokenPromise>(
      `
      select follow_up.id as "followUpId", ${CUSTOMER_COLUMNS}, follow_up.due_at as "dueAt", follow_up.outcome,
        analysis.follow_up ->> 'what' as promise, follow_up.called_back_at as "calledBackAt"
      from follow_ups follow_up ${JOINS} where follow_up.account_id = $1 and follow_up.id = any($2::uuid[])
      order by follow_up.due_at, follow_up.id`,
      [accountId, listedIds],
    );
    return { kept: promises.length - brokenPromises.length, broken: brokenPromises.length, brokenItems };
  }
}

function sumDays(days: readonly DayCounts[], { from, to }: Period): LabelCounts {
  return days.filter(({ day }) => day >= from && day <= to).reduce<LabelCounts>(addCounts, NO_CALLS);
}

function toUnhappyCustomer({ evidence, total: _total, ...customer }: UnhappyRow): UnhappyCustomer {
  const [quote] = pickQuotesForLabel({ sentiment: 'negative', evidence: evidence ?? [] });
  return { ...customer, quote: quote ? { text: quote.quote, startMs: quote.startMs } : null };
}

// Prefers praise on a call with a named agent.
function pickPraise(moments: readonly Moment[]): Praise | null {
  const praise = moments.filter(({ label }) => label === 'positive');
  const best = praise.find(({ agentName }) => agentName !== null) ?? praise[0];
  if (best === undefined) return null;
  const { callId, startedAt, customerName, agentName, quote, startMs } = best;
  return { callId, calledAt: startedAt, customerName, agentName, quote: { text: quote, startMs } };
}
