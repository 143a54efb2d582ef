import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { Evidence } from '@ringwell/domain/analysis';
import { evidenceForLabel } from '@ringwell/domain/evidence-for-label';
import { addCounts, NO_CALLS, type LabelCounts } from '@ringwell/domain/happiness';
import { addDays, periodBefore, stepsOf, type Period } from '@ringwell/domain/report-period';
import {
  MAX_LETTER_ITEMS,
  type BrokenPromise,
  type Praise,
  type UnhappyCustomer,
  type WeeklyLetter,
} from '@ringwell/domain/weekly-letter';

import { SHOWN_AGENT_NAME } from '../calls/agents.repository';
import { HappinessRepository, type DayCounts, type Moment } from '../calls/happiness.repository';
import { rows } from '../postgres/sql';

type UnhappyRow = Omit<UnhappyCustomer, 'quote'> & { evidence: Evidence[] | null; total: number };
type PromiseRow = BrokenPromise & { isKept: boolean; kept: number; broken: number };

const CUSTOMER = `
  coalesce(customers.name, call.customer_name) as "customerName",
  case when call.customer_key like 'tel:%' then substr(call.customer_key, 5)
    when call.direction = 'outbound' then call.to_number else call.from_number end as phone`;
const SOURCES = `
  join calls call on call.id = follow_up.call_id
  left join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
  left join customers on customers.account_id = follow_up.account_id and customers.id = follow_up.customer_id`;
// The week as times, in the time zone of the account.
const WEEK = `
  select ($2::date::timestamp at time zone $4) as starts, (($3::date + 1)::timestamp at time zone $4) as ends`;

/** Reads what the letter about a week says. */
@Injectable()
export class WeeklyLetterContentsRepository {
  private readonly happiness: HappinessRepository;

  constructor(private readonly manager: EntityManager) {
    this.happiness = new HappinessRepository(manager);
  }

  /** @param monday of the week, as YYYY-MM-DD */
  async read(accountId: string, monday: string, timeZone: string): Promise<WeeklyLetter> {
    const week = { from: monday, to: addDays(monday, 6) };
    const [counted, moments, unhappy, promises] = await Promise.all([
      this.happiness.listDays(accountId, { from: periodBefore(week).from, to: week.to }),
      this.happiness.listMoments(accountId, week),
      this.listUnhappy(accountId, week, timeZone),
      this.listPromises(accountId, week, timeZone),
    ]);
    const days = stepsOf(week, 'day').map(({ from: day }) => ({ day, counts: sumOf(counted, { from: day, to: day }) }));
    return {
      week,
      timeZone,
      counts: sumOf(counted, week),
      before: sumOf(counted, periodBefore(week)),
      days,
      unhappy: unhappy.map(unhappyCustomer),
      unhappyCount: unhappy[0]?.total ?? 0,
      promises: {
        kept: promises[0]?.kept ?? 0,
        broken: promises[0]?.broken ?? 0,
        firstBroken: promises.filter(({ isKept }) => !isKept).map(brokenPromise),
      },
      praise: praiseOf(moments),
    };
  }

  // Each change of a follow-up, such as a call that joins it, sets updated_at, so none of the week is older.
  private listUnhappy(accountId: string, { from, to }: Period, timeZone: string): Promise<UnhappyRow[]> {
    return rows<UnhappyRow>(
      this.manager,
      `
      with week as (${WEEK}), unhappy as (
        select follow_up.*, count(*) over ()::int as total from follow_ups follow_up, week
        where follow_up.account_id = $1 and follow_up.updated_at >= week.starts and follow_up.kind = 'unhappy'
          and exists (select from follow_up_calls joined where joined.follow_up_id = follow_up.id
            and joined.kind = 'unhappy' and joined.called_at >= week.starts and joined.called_at < week.ends)
        order by follow_up.state not in ('open', 'in_progress'), follow_up.urgent_at, follow_up.id limit $5
      )
      select follow_up.call_id as "callId", least(call.occurred_at, call.created_at) as "calledAt", ${CUSTOMER},
        ${SHOWN_AGENT_NAME} as "agentName", analysis.reason, analysis.evidence, follow_up.state, follow_up.outcome,
        follow_up.called_back_at as "calledBackAt", follow_up.total,
        coalesce(nullif(trim(concat_ws(' ', users.first_name, users.last_name)), ''), users.email, follow_up.taken_by)
          as handler
      from unhappy follow_up ${SOURCES} left join users on users.id = follow_up.assignee_id
      order by follow_up.state not in ('open', 'in_progress'), follow_up.urgent_at, follow_up.id`,
      [accountId, from, to, timeZone, MAX_LETTER_ITEMS],
    );
  }

  /** Promises that were due in the week, broken ones first. One that needed no call counts as neither. */
  private listPromises(accountId: string, { from, to }: Period, timeZone: string): Promise<PromiseRow[]> {
    return rows<PromiseRow>(
      this.manager,
      `
      with week as (${WEEK}), due as (
        select follow_up.*,
          follow_up.state = 'done' and coalesce(follow_up.called_back_at, follow_up.closed_at) <= follow_up.due_at
            as is_kept
        from follow_ups follow_up, week
        where follow_up.account_id = $1 and follow_up.due_at >= week.starts and follow_up.due_at < week.ends
          and (follow_up.kind = 'promise' or follow_up.is_promised_time)
          and follow_up.state <> 'dismissed' and follow_up.outcome is distinct from 'not_needed'
      ), counted as (
        select due.*, (count(*) filter (where is_kept) over ())::int as kept,
          (count(*) filter (where not is_kept) over ())::int as broken
        from due order by is_kept, due_at, id limit $5
      )
      select follow_up.id as "followUpId", ${CUSTOMER}, follow_up.due_at as "dueAt",
        coalesce(analysis.follow_up ->> 'what', analysis.reason) as promise, follow_up.called_back_at as "calledBackAt",
        follow_up.is_kept as "isKept", follow_up.kept, follow_up.broken
      from counted follow_up ${SOURCES} order by follow_up.is_kept, follow_up.due_at, follow_up.id`,
      [accountId, from, to, timeZone, MAX_LETTER_ITEMS],
    );
  }
}

function sumOf(days: readonly DayCounts[], { from, to }: Period): LabelCounts {
  return days.filter(({ day }) => day >= from && day <= to).reduce<LabelCounts>(addCounts, NO_CALLS);
}

function unhappyCustomer({ evidence, total: _total, ...customer }: UnhappyRow): UnhappyCustomer {
  const quote = evidence === null ? undefined : evidenceForLabel({ sentiment: 'negative', evidence });
  return { ...customer, quote: quote ? { text: quote.quote, startMs: quote.startMs } : null };
}

function brokenPromise({ isKept: _isKept, kept: _kept, broken: _broken, ...promise }: PromiseRow): BrokenPromise {
  return promise;
}

// Praise of someone by name is the best.
function praiseOf(moments: readonly Moment[]): Praise | null {
  const praise = moments.filter(({ label }) => label === 'positive');
  const best = praise.find(({ agentName }) => agentName !== null) ?? praise[0];
  if (best === undefined) return null;
  const { callId, startedAt, customerName, agentName, quote, startMs } = best;
  return { callId, calledAt: startedAt, customerName, agentName, quote: { text: quote, startMs } };
}
