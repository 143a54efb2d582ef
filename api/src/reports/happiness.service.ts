import { Injectable } from '@nestjs/common';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import {
  HappinessRepository,
  type DayCounts,
  type HappinessBreakdown,
} from '@ringwell/database/calls/happiness.repository';
import { CallbacksRepository, type CallbackCounts } from '@ringwell/database/follow-ups/callbacks.repository';
import {
  addCounts,
  happinessChange,
  happinessScore,
  isClearChange,
  countJudgedCalls,
  MIN_JUDGED_CALLS,
  NO_CALLS,
  type LabelCounts,
} from '@ringwell/domain/calls/happiness';
import {
  addDays,
  chooseStep,
  lengthInDays,
  getPreviousPeriod,
  listSteps,
  type Period,
  type PeriodStep,
} from '@ringwell/domain/weekly-letters/report-period';

import { parseEnd, parseStart } from '../http/request/day-or-instant.decorator';
import { toDto } from '../http/response/to-dto';
import { resolvePeriod, type HappinessQueryDto } from './dto/happiness-query.dto';
import {
  HappinessMomentDto,
  type CallbacksDto,
  type HappinessChangeDto,
  type HappinessDto,
  type HappinessFiguresDto,
  type HappinessPeriodDto,
  type HappinessStepDto,
} from './dto/happiness.dto';

export type HappinessReportView = HappinessDto;

@Injectable()
export class HappinessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
    private readonly happiness: HappinessRepository,
    private readonly callbacks: CallbacksRepository,
  ) {}

  /** @throws AppError `VALIDATION_FAILED` if `from` is after `to` or the period is too long */
  async report(accountId: string, query: HappinessQueryDto): Promise<HappinessDto> {
    const { direction = null, agent = null } = query;
    const [timeZone, agentIds] = await Promise.all([
      this.accounts.findTimeZone(accountId),
      agent === null ? undefined : this.agents.listIdsOfSamePerson(accountId, agent),
    ]);
    const period = resolvePeriod(query, timeZone);
    const previousPeriod = getPreviousPeriod(period);
    const filter = { direction: direction ?? undefined, agentIds };
    const timeRange = { from: parseStart(period.from, timeZone), before: parseEnd(period.to, timeZone) };
    const [days, subtotals, moments, callbacks, isRecounting] = await Promise.all([
      this.happiness.listDays(accountId, { from: previousPeriod.from, to: period.to }, filter),
      this.happiness.listBreakdowns(accountId, period, filter),
      this.happiness.listMoments(accountId, period, filter),
      this.callbacks.count(accountId, timeRange, filter),
      this.happiness.isRecounting(accountId),
    ]);
    const hasScore = (stepPeriod: Period): boolean | null => {
      const { judged, score } = figuresView(sumPeriod(days, stepPeriod));
      return judged === 0 ? null : score !== null;
    };
    const by = query.by === 'auto' ? chooseStep(period, hasScore) : query.by;
    const [total, previousTotal] = [sumPeriod(days, period), sumPeriod(days, previousPeriod)];
    return {
      ...period,
      by,
      direction,
      agent,
      timeZone,
      isRecounting,
      total: figuresView(total),
      before: { ...previousPeriod, ...figuresView(previousTotal) },
      change: changeView(previousTotal, total),
      trend: trendView(days, period, by),
      ...subtotalsView(subtotals),
      callbacks: callbacksView(callbacks),
      moments: moments.map((moment) => toDto(HappinessMomentDto, moment, { sentiment: moment.label })),
    };
  }
}

function figuresView(counts: LabelCounts): HappinessFiguresDto {
  const { positive, neutral, negative, needs_review: needsReview } = counts;
  const { score, low, high } = happinessScore(counts) ?? { score: null, low: null, high: null };
  return { judged: countJudgedCalls(counts), positive, neutral, negative, needsReview, score, low, high };
}

function changeView(previous: LabelCounts, current: LabelCounts): HappinessChangeDto | null {
  const change = happinessChange(previous, current);
  return change && { points: change.score, low: change.low, high: change.high, isClear: isClearChange(change) };
}

function trendView(days: readonly DayCounts[], period: Period, by: PeriodStep): HappinessStepDto[] {
  const countsByDay = new Map(days.map((counts) => [counts.day, counts]));
  const previousPeriod = getPreviousPeriod(period);
  const shift = lengthInDays({ from: previousPeriod.from, to: period.from }) - 1;
  // The extra days of a longer month are compared with the last day of the shorter previous month.
  const previousPeriodDay = (day: string): string => [addDays(day, -shift), previousPeriod.to].sort()[0] ?? day;
  const periodView = (step: Period): HappinessPeriodDto => ({ ...step, ...figuresView(sumCounts(countsByDay, step)) });
  // If the previous month is longer, the last step extends to its end, so the steps add up to the previous period.
  const previousPeriodEnd = (day: string): string =>
    day === period.to && by !== 'day' ? previousPeriod.to : previousPeriodDay(day);
  return listSteps(period, by).map((step) => ({
    ...periodView(step),
    before: periodView({ from: previousPeriodDay(step.from), to: previousPeriodEnd(step.to) }),
  }));
}

function sumCounts(countsByDay: ReadonlyMap<string, LabelCounts>, period: Period): LabelCounts {
  return listSteps(period, 'day').reduce<LabelCounts>(
    (sum, { from: day }) => addCounts(sum, countsByDay.get(day) ?? NO_CALLS),
    NO_CALLS,
  );
}

function callbacksView({ recovered, ...callbacks }: CallbackCounts): CallbacksDto {
  const calledBack = callbacks.inTime + callbacks.late;
  const recoveredPercent = calledBack < MIN_JUDGED_CALLS ? null : Math.round((recovered / calledBack) * 100);
  return { ...callbacks, recovered, recoveredPercent };
}

function subtotalsView(
  subtotals: readonly HappinessBreakdown[],
): Pick<HappinessDto, 'directions' | 'hours' | 'agents' | 'topics'> {
  const views: ReturnType<typeof subtotalsView> = { directions: [], hours: [], agents: [], topics: [] };
  for (const subtotal of subtotals) {
    const figures = figuresView(subtotal.counts);
    switch (subtotal.dimension) {
      case 'direction':
        views.directions.push({ direction: subtotal.direction, ...figures });
        break;
      case 'hour':
        views.hours.push({ weekday: subtotal.weekday, hour: subtotal.hour, ...figures });
        break;
      case 'agent':
        views.agents.push({ agentId: subtotal.agentId, agentName: subtotal.agentName, ...figures });
        break;
      case 'topic':
        views.topics.push({ topic: subtotal.topic, ...figures });
        break;
    }
  }
  return views;
}

function sumPeriod(days: readonly DayCounts[], { from, to }: Period): LabelCounts {
  return days.filter(({ day }) => from <= day && day <= to).reduce<LabelCounts>(addCounts, NO_CALLS);
}
