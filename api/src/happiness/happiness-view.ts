import type { CountedPart, DayCounts, Moment } from '@ringwell/database/calls/happiness.repository';
import {
  addCounts,
  happinessChange,
  happinessScore,
  isClearChange,
  judgedCalls,
  NO_CALLS,
  type LabelCounts,
} from '@ringwell/domain/happiness';
import { periodBefore, stepsOf, type Period, type PeriodStep } from '@ringwell/domain/report-period';

import type {
  HappinessChangeDto,
  HappinessDto,
  HappinessFiguresDto,
  HappinessMomentDto,
  HappinessPeriodDto,
} from './dto/happiness.dto';

export interface HappinessReport {
  period: Period;
  by: PeriodStep;
  timeZone: string;
  isRecounting: boolean;
  /** Of the period and of the one before. */
  days: readonly DayCounts[];
  parts: readonly CountedPart[];
  moments: readonly Moment[];
}

export function happinessView({ period, by, timeZone, isRecounting, ...found }: HappinessReport): HappinessDto {
  const { days, parts, moments } = found;
  const before = periodBefore(period);
  const [total, totalBefore] = [countIn(days, period), countIn(days, before)];
  return {
    ...period,
    by,
    timeZone,
    isRecounting,
    total: figuresView(total),
    before: { ...before, ...figuresView(totalBefore) },
    change: changeView(totalBefore, total),
    trend: trendView(days, period, by),
    ...partsView(parts),
    moments: moments.map(momentView),
  };
}

function figuresView(counts: LabelCounts): HappinessFiguresDto {
  const { positive, neutral, negative, needs_review: needsReview } = counts;
  const { score, low, high } = happinessScore(counts) ?? { score: null, low: null, high: null };
  return { judged: judgedCalls(counts), positive, neutral, negative, needsReview, score, low, high };
}

function changeView(before: LabelCounts, now: LabelCounts): HappinessChangeDto | null {
  const change = happinessChange(before, now);
  return change && { points: change.score, low: change.low, high: change.high, isClear: isClearChange(change) };
}

function trendView(days: readonly DayCounts[], period: Period, by: PeriodStep): HappinessPeriodDto[] {
  const countsByDay = new Map(days.map((counts) => [counts.day, counts]));
  return stepsOf(period, by).map((step) => ({
    ...step,
    ...figuresView(
      stepsOf(step, 'day').reduce<LabelCounts>(
        (sum, { from: day }) => addCounts(sum, countsByDay.get(day) ?? NO_CALLS),
        NO_CALLS,
      ),
    ),
  }));
}

function partsView(parts: readonly CountedPart[]): Pick<HappinessDto, 'directions' | 'hours' | 'agents' | 'topics'> {
  const views: ReturnType<typeof partsView> = { directions: [], hours: [], agents: [], topics: [] };
  for (const part of parts) {
    const figures = figuresView(part.counts);
    switch (part.dimension) {
      case 'direction':
        views.directions.push({ direction: part.direction, ...figures });
        break;
      case 'hour':
        views.hours.push({ weekday: part.weekday, hour: part.hour, ...figures });
        break;
      case 'agent':
        views.agents.push({ agentId: part.agentId, agentName: part.agentName, ...figures });
        break;
      case 'topic':
        views.topics.push({ topic: part.topic, ...figures });
        break;
    }
  }
  return views;
}

function momentView({ label, startedAt, ...moment }: Moment): HappinessMomentDto {
  return { ...moment, sentiment: label, startedAt: startedAt.toISOString() };
}

function countIn(days: readonly DayCounts[], { from, to }: Period): LabelCounts {
  return days.filter(({ day }) => from <= day && day <= to).reduce<LabelCounts>(addCounts, NO_CALLS);
}
