import type { Evidence } from '@ringwell/domain/calls/analysis';
import type { CallDirection } from '@ringwell/domain/calls/call';
import { pickQuotesForLabel } from '@ringwell/domain/calls/call-words';
import type { LabelCounts } from '@ringwell/domain/calls/happiness';
import type { Topic } from '@ringwell/domain/calls/topic';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import { foldNameSql, SqlRepository } from '../postgres/sql';
import { AGENT_DISPLAY_NAME, MAX_LISTED_AGENTS, PERSON_DISPLAY_NAME, PERSON_ID } from './agents.repository';

export interface DayCounts extends LabelCounts {
  day: string;
}

/** Counts for a subset of judged calls. */
export type HappinessBreakdown =
  | { dimension: 'direction'; direction: CallDirection; counts: LabelCounts }
  | { dimension: 'topic'; topic: Topic; counts: LabelCounts }
  /** `weekday` is 1 for Monday to 7 for Sunday. */
  | { dimension: 'hour'; weekday: number; hour: number; counts: LabelCounts }
  /** All of a person's names are counted together, under one of their ids. Hidden agents aren't counted. */
  | { dimension: 'agent'; agentId: string; agentName: string; counts: LabelCounts };

/** Which calls to count; all by default. */
export interface HappinessFilter {
  direction?: CallDirection;
  /** One person's agent ids. */
  agentIds?: readonly string[];
}

export interface Moment {
  callId: string;
  label: 'positive' | 'negative';
  startedAt: Date;
  customerName: string | null;
  agentName: string | null;
  quote: string;
  startMs: number;
}

const COUNTS = ['positive', 'neutral', 'negative', 'needs_review'] as const;
const SUMS = COUNTS.map((label) => `sum(days.${label})::int as ${label}`).join(', ');
const LABEL_COUNTS = COUNTS.map((label) => `(count(*) filter (where judged.label = '${label}'))::int as ${label}`).join(
  ', ',
);
const IN_PERIOD = 'days.account_id = $1 and days.day between $2 and $3';
const JUDGED_IN_PERIOD = 'judged.account_id = $1 and judged.day between $2 and $3';

const MOMENTS_PER_LABEL = 3;

/** Reads an account's happiness, by day in its time zone. */
export class HappinessRepository extends SqlRepository {
  /** Lists the days with calls, oldest first. */
  listDays(accountId: string, { from, to }: Period, filter: HappinessFilter = {}): Promise<DayCounts[]> {
    const { direction, agentIds } = filter;
    const parameters: unknown[] = [accountId, from, to];
    const bind = bindTo(parameters);
    const days = agentIds
      ? `select judged.day, ${LABEL_COUNTS} from judged_calls judged
        where ${[JUDGED_IN_PERIOD, ...happinessConditions(filter, bind)].join(' and ')} group by judged.day`
      : `select * from happiness_days days where ${IN_PERIOD}
        and ${direction ? `days.dimension = 'direction' and days.value = ${bind(direction)}` : `days.dimension = 'all'`}`;
    return this.rows(
      `select to_char(day, 'YYYY-MM-DD') as day, ${COUNTS.join(', ')} from (${days}) days order by days.day`,
      parameters,
    );
  }

  async listBreakdowns(
    accountId: string,
    { from, to }: Period,
    filter: HappinessFilter = {},
  ): Promise<HappinessBreakdown[]> {
    const parameters: unknown[] = [accountId, from, to];
    const rows = await this.rows<BreakdownRow>(
      `
      with part as (
        ${filter.agentIds ? agentPartsSql(filter, bindTo(parameters)) : dayPartsSql(filter)}
      ), named as (
        select part.*, ${PERSON_ID} as person, ${PERSON_DISPLAY_NAME} as name
        from part join agents on agents.account_id = $1 and agents.id::text = part.value
          left join users member on member.id = agents.member_user_id
        where part.dimension = 'agent' and not agents.is_hidden
      ), person as (
        select days.dimension, min(days.value) as value, null::int as weekday, ${SUMS}, min(days.name) as name
        from named days group by days.dimension, days.person
        order by sum(days.positive + days.neutral + days.negative) desc, min(${foldNameSql('days.name')}) limit ${MAX_LISTED_AGENTS}
      )
      select * from (
        select *, null as name from part where dimension <> 'agent' union all select * from person
      ) counted
      where positive + neutral + negative + needs_review > 0
      order by dimension, weekday, case when dimension = 'hour' then value::int end,
        case when dimension = 'topic' then negative end desc, positive + neutral + negative desc, ${foldNameSql('name')}, value`,
      parameters,
    );
    return rows.map(toBreakdown);
  }

  /**
   * Lists the most confident Negative and Positive calls with a quote, Negative first. Finds each day's most confident
   * calls by index and picks from these, because an index on confidence alone would have to read all calls outside the
   * period. Reads all of an agent's calls, since there are only a few.
   */
  async listMoments(accountId: string, { from, to }: Period, filter: HappinessFilter = {}): Promise<Moment[]> {
    const parameters: unknown[] = [accountId, from, to, MOMENTS_PER_LABEL];
    const callConditions = ['judged.account_id = $1', ...happinessConditions(filter, bindTo(parameters))].join(' and ');
    const judgedCallsSql = `
      select judged.call_id, judged.label, judged.confidence, judged.day from judged_calls judged
      where ${callConditions} and judged.label = wanted.label and judged.has_quote`;
    const bestCallsSql = filter.agentIds
      ? `${judgedCallsSql} and judged.day between $2 and $3`
      : `
      select best.* from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') each (day)
      cross join lateral (${judgedCallsSql} and judged.day = each.day::date order by judged.confidence desc limit $4) best`;
    const rows = await this.rows<Omit<Moment, 'quote' | 'startMs'> & { evidence: Evidence[] }>(
      `
      select call.id as "callId", best.label, least(call.occurred_at, call.created_at) as "startedAt",
        coalesce(customer.name, call.customer_name) as "customerName", ${AGENT_DISPLAY_NAME} as "agentName", analysis.evidence
      from unnest(array['negative', 'positive']) wanted (label)
      cross join lateral (
        select best.* from (${bestCallsSql}) best order by best.confidence desc, best.day desc, best.call_id limit $4
      ) best
      join calls call on call.id = best.call_id
      join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      left join customer_keys on customer_keys.account_id = call.account_id and customer_keys.key = call.customer_key
      left join customers customer on customer.account_id = customer_keys.account_id
        and customer.id = customer_keys.customer_id
      order by best.label, best.confidence desc, best.day desc, best.call_id`,
      parameters,
    );
    return rows.flatMap(({ evidence, ...call }) => {
      const [quote] = pickQuotesForLabel({ sentiment: call.label, evidence });
      return quote ? [{ ...call, quote: quote.quote, startMs: quote.startMs }] : [];
    });
  }

  /** Whether older calls are still being recounted after a time zone change. */
  async isRecounting(accountId: string): Promise<boolean> {
    return this.hasRow('select from happiness_recounts where account_id = $1', [accountId]);
  }
}

type Bind = (value: unknown) => string;

const bindTo =
  (parameters: unknown[]): Bind =>
  (value) =>
    `$${parameters.push(value)}`;

/** Returns SQL conditions that `judged` calls must meet. @param bind returns a value's placeholder */
export function happinessConditions({ direction, agentIds }: HappinessFilter, bind: Bind): string[] {
  return [
    ...(direction ? [`judged.direction = ${bind(direction)}`] : []),
    ...(agentIds ? [`judged.agent_id = any(${bind(agentIds)}::uuid[])`] : []),
  ];
}

function dayPartsSql({ direction }: HappinessFilter): string {
  // The direction is safe to interpolate, because it's one of two constants.
  const dimensions = ['agent', 'hour', 'topic'].map((part) => `'${direction ? `${direction}_${part}` : part}'`);
  const directionCondition = `days.dimension = 'direction'${direction ? ` and days.value = '${direction}'` : ''}`;
  const part = direction ? `replace(days.dimension, '${direction}_', '')` : 'days.dimension';
  return `
    select ${part} as dimension, days.value,
      case when days.dimension like '%hour' then extract(isodow from days.day)::int end as weekday, ${SUMS}
    from happiness_days days
    where ${IN_PERIOD} and (days.dimension in (${dimensions.join(', ')}) or ${directionCondition})
    group by 1, 2, 3`;
}

// There are no sums per agent, hour and topic, because there would be as many of them as calls.
function agentPartsSql(filter: HappinessFilter, bind: Bind): string {
  return `
    select case when grouping(judged.direction) = 0 then 'direction' when grouping(judged.topic) = 0 then 'topic'
        when grouping(judged.hour) = 0 then 'hour' else 'agent' end as dimension,
      coalesce(judged.direction, judged.topic, judged.hour::text, judged.agent_id::text) as value, weekday,
      ${LABEL_COUNTS}
    from (
      select judged.direction, judged.topic, judged.hour, judged.agent_id, judged.label,
        extract(isodow from judged.day)::int as weekday
      from judged_calls judged where ${[JUDGED_IN_PERIOD, ...happinessConditions(filter, bind)].join(' and ')}
    ) judged
    group by grouping sets ((judged.direction), (judged.topic), (weekday, judged.hour), (judged.agent_id))
    having coalesce(judged.direction, judged.topic, judged.hour::text, judged.agent_id::text) is not null`;
}

interface BreakdownRow extends LabelCounts {
  dimension: HappinessBreakdown['dimension'];
  value: string;
  weekday: number | null;
  name: string | null;
}

function toBreakdown({
  dimension,
  value,
  weekday,
  name,
  positive,
  neutral,
  negative,
  needs_review,
}: BreakdownRow): HappinessBreakdown {
  const counts = { positive, neutral, negative, needs_review };
  switch (dimension) {
    case 'direction':
      return { dimension, direction: value as CallDirection, counts };
    case 'topic':
      return { dimension, topic: value as Topic, counts };
    case 'hour':
      return { dimension, weekday: weekday ?? 0, hour: Number(value), counts };
    case 'agent':
      return { dimension, agentId: value, agentName: name ?? '', counts };
  }
}
