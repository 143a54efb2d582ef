import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { MIN_JUDGED_CALLS } from '@ringwell/domain/calls/happiness';
import { TOPICS } from '@ringwell/domain/calls/topic';
import { PERIOD_STEPS } from '@ringwell/domain/weekly-letters/report-period';

import {
  boolean,
  date,
  dateTime,
  FieldsType,
  integer,
  listOf,
  object,
  oneOf,
  text,
  uuid,
} from '../../http/response/dto-fields';

const NULL_WITH_FEW_CALLS = `Null with fewer than ${MIN_JUDGED_CALLS} judged calls.`;

export class HappinessFiguresDto extends FieldsType({
  judged: integer({ description: 'Number of positive, neutral and negative calls.', example: 100 }),
  positive: integer({ example: 60 }),
  neutral: integer({ example: 21 }),
  negative: integer({ example: 19 }),
  needsReview: integer({ description: 'Number of calls that need a listen. They are not judged.', example: 4 }),
  score: integer({
    nullable: true,
    minimum: -100,
    maximum: 100,
    description: `The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. ${NULL_WITH_FEW_CALLS}`,
    example: 41,
  }),
  low: integer({
    nullable: true,
    description: `Lower bound of the 95% confidence interval of the score. ${NULL_WITH_FEW_CALLS}`,
    example: 25,
  }),
  high: integer({
    nullable: true,
    description: `Upper bound of the 95% confidence interval of the score. ${NULL_WITH_FEW_CALLS}`,
    example: 56,
  }),
}) {}

export class HappinessPeriodDto extends FieldsType(HappinessFiguresDto, {
  from: date({ example: '2026-03-02' }),
  to: date({ description: 'The last day, inclusive.', example: '2026-03-08' }),
}) {}

export class HappinessStepDto extends FieldsType(HappinessPeriodDto, {
  before: object(HappinessPeriodDto, {
    description: 'The corresponding days of the previous period.',
  }),
}) {}

export class HappinessChangeDto extends FieldsType({
  points: integer({ description: 'Change in points since the previous period.', example: 6 }),
  low: integer({ description: 'Lower bound of the 95% confidence interval.', example: 1 }),
  high: integer({ description: 'Upper bound of the 95% confidence interval.', example: 11 }),
  isClear: boolean({
    description: 'Whether the interval excludes 0, which makes chance an unlikely explanation.',
    example: true,
  }),
}) {}

export class DirectionHappinessDto extends FieldsType(HappinessFiguresDto, {
  direction: oneOf(CALL_DIRECTIONS, { example: 'inbound' }),
}) {}

export class HourHappinessDto extends FieldsType(HappinessFiguresDto, {
  weekday: integer({ minimum: 1, maximum: 7, description: '1 for Monday to 7 for Sunday.', example: 1 }),
  hour: integer({ minimum: 0, maximum: 23, description: '9 for 9:00 to 9:59.', example: 9 }),
}) {}

export class AgentHappinessDto extends FieldsType(HappinessFiguresDto, {
  agentId: uuid({
    description: 'Value for the agent filter of calls. Agents matched to the same member are counted together.',
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  }),
  agentName: text({ example: 'Paul Ruiz' }),
}) {}

export class TopicHappinessDto extends FieldsType(HappinessFiguresDto, {
  topic: oneOf(TOPICS, { example: 'price' }),
}) {}

export class HappinessMomentDto extends FieldsType({
  callId: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  sentiment: oneOf(['positive', 'negative'], { example: 'negative' }),
  startedAt: dateTime({ description: 'When the call took place.', example: '2026-03-31T14:05:00.000Z' }),
  customerName: text({ nullable: true, example: 'Dana Reyes' }),
  agentName: text({ nullable: true, example: 'Paul Ruiz' }),
  quote: text({ description: 'Words from the call that support its label.', example: 'Nobody showed up again.' }),
  startMs: integer({ description: 'Start of the quote in the recording.', example: 61_200 }),
}) {}

export class CallbacksDto extends FieldsType({
  customers: integer({
    description:
      'Number of unhappy customers to call back: follow-ups that were opened in the period and not dismissed. The ' +
      'sum of inTime, late, waiting and never.',
    example: 30,
  }),
  inTime: integer({ description: 'Number of customers called back before the due time.', example: 20 }),
  late: integer({ description: 'Number of customers called back after the due time.', example: 4 }),
  waiting: integer({ description: 'Number of customers still to be called back.', example: 4 }),
  never: integer({
    description: 'Number of follow-ups closed without a callback, because no one answered or no callback was needed.',
    example: 2,
  }),
  medianMinutes: integer({
    nullable: true,
    description:
      'Median elapsed time from the first call of a follow-up to the callback, including nights and weekends. ' +
      'Null without callbacks.',
    example: 45,
  }),
  recovered: integer({ description: 'Number of customers who are happy again after being called back.', example: 18 }),
  recoveredPercent: integer({
    nullable: true,
    description: `recovered as a percentage of inTime and late. Null when fewer than ${MIN_JUDGED_CALLS} customers were called back.`,
    example: 75,
  }),
}) {}

export class HappinessDto extends FieldsType({
  from: date({ example: '2026-03-01' }),
  to: date({ description: 'The last day, inclusive.', example: '2026-03-31' }),
  by: oneOf(PERIOD_STEPS, { example: 'week' }),
  direction: oneOf(CALL_DIRECTIONS, { nullable: true, description: 'Null for both directions.', example: null }),
  agent: uuid({ nullable: true, description: 'Null for calls by all agents.', example: null }),
  timeZone: text({ description: "The account's time zone, for days and hours.", example: 'America/New_York' }),
  isRecounting: boolean({
    description: 'Whether older calls are still being counted after a time zone change.',
    example: false,
  }),
  total: object(HappinessFiguresDto),
  before: object(HappinessPeriodDto, {
    description:
      'The previous period of the same length. For a month or its first weeks, the same days of the previous month.',
  }),
  change: object(HappinessChangeDto, { nullable: true, description: 'Null if either period has no score.' }),
  trend: listOf(HappinessStepDto, { description: 'Every day, week or month, oldest first.' }),
  directions: listOf(DirectionHappinessDto, { description: 'Busiest first.' }),
  hours: listOf(HourHappinessDto, { description: 'Hours of the week that have calls, in order.' }),
  agents: listOf(AgentHappinessDto, { description: 'Busiest first.' }),
  topics: listOf(TopicHappinessDto, { description: 'Most negative calls first.' }),
  callbacks: object(CallbacksDto),
  moments: listOf(HappinessMomentDto, {
    description:
      'Quotes from the calls with the clearest labels: at most three negative ones, then three positive ones.',
  }),
}) {}
