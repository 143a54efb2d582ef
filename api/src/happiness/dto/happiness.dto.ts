import { ApiProperty } from '@nestjs/swagger';

import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import { MIN_JUDGED_CALLS } from '@ringwell/domain/calls/happiness';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';
import { PERIOD_STEPS, type PeriodStep } from '@ringwell/domain/weekly-letters/report-period';

import { ApiNullable } from '../../http/response/nullable.decorator';

const FEW_CALLS = `null with fewer than ${MIN_JUDGED_CALLS} judged calls.`;

export class HappinessFiguresDto {
  @ApiProperty({ type: 'integer', description: 'Positive, neutral and negative calls.', example: 100 })
  judged!: number;

  @ApiProperty({ type: 'integer', example: 60 })
  positive!: number;

  @ApiProperty({ type: 'integer', example: 21 })
  neutral!: number;

  @ApiProperty({ type: 'integer', example: 19 })
  negative!: number;

  @ApiProperty({ type: 'integer', description: 'Calls that need a listen. They are not judged.', example: 4 })
  needsReview!: number;

  @ApiNullable('integer', {
    minimum: -100,
    maximum: 100,
    description: `The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. ${FEW_CALLS}`,
    example: 41,
  })
  score!: number | null;

  @ApiNullable('integer', {
    description: `Lower bound of the 95 % confidence interval of the score. ${FEW_CALLS}`,
    example: 25,
  })
  low!: number | null;

  @ApiNullable('integer', {
    description: `Upper bound of the 95 % confidence interval of the score. ${FEW_CALLS}`,
    example: 56,
  })
  high!: number | null;
}

export class HappinessPeriodDto extends HappinessFiguresDto {
  @ApiProperty({ format: 'date', example: '2026-03-02' })
  from!: string;

  @ApiProperty({ format: 'date', description: 'The last day, inclusive.', example: '2026-03-08' })
  to!: string;
}

export class HappinessStepDto extends HappinessPeriodDto {
  @ApiProperty({
    type: HappinessPeriodDto,
    description: 'The corresponding days of the previous period of the same length.',
  })
  before!: HappinessPeriodDto;
}

export class HappinessChangeDto {
  @ApiProperty({ type: 'integer', description: 'Change in points since the previous period.', example: 6 })
  points!: number;

  @ApiProperty({ type: 'integer', description: 'Lower bound of the 95 % confidence interval.', example: 1 })
  low!: number;

  @ApiProperty({ type: 'integer', description: 'Upper bound of the 95 % confidence interval.', example: 11 })
  high!: number;

  @ApiProperty({
    description: 'Whether the interval excludes 0, which makes chance an unlikely explanation.',
    example: true,
  })
  isClear!: boolean;
}

export class DirectionHappinessDto extends HappinessFiguresDto {
  @ApiProperty({ enum: CALL_DIRECTIONS, example: 'inbound' })
  direction!: CallDirection;
}

export class HourHappinessDto extends HappinessFiguresDto {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 7, description: '1 for Monday to 7 for Sunday.', example: 1 })
  weekday!: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, description: '9 for 9:00 to 9:59.', example: 9 })
  hour!: number;
}

export class AgentHappinessDto extends HappinessFiguresDto {
  @ApiProperty({
    format: 'uuid',
    description: 'For the agent filter of calls. Agents matched to the same member are counted together.',
    example: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
  })
  agentId!: string;

  @ApiProperty({ example: 'Paul Ruiz' })
  agentName!: string;
}

export class TopicHappinessDto extends HappinessFiguresDto {
  @ApiProperty({ enum: TOPICS, example: 'price' })
  topic!: Topic;
}

export class HappinessMomentDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  callId!: string;

  @ApiProperty({ enum: ['positive', 'negative'], example: 'negative' })
  sentiment!: 'positive' | 'negative';

  @ApiProperty({ format: 'date-time', description: 'When the call took place.', example: '2026-03-31T14:05:00.000Z' })
  startedAt!: string;

  @ApiNullable(String, { example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiNullable(String, { example: 'Paul Ruiz' })
  agentName!: string | null;

  @ApiProperty({ description: 'Words from the call that support its label.', example: 'Nobody showed up again.' })
  quote!: string;

  @ApiProperty({ type: 'integer', description: 'Start of the quote in the recording.', example: 61_200 })
  startMs!: number;
}

export class CallbacksDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Number of follow-ups of unhappy customers that were opened in the period and not dismissed: called back in time or late, waiting, ' +
      'or never called back.',
    example: 30,
  })
  customers!: number;

  @ApiProperty({ type: 'integer', description: 'Number of customers called back before the due time.', example: 20 })
  inTime!: number;

  @ApiProperty({ type: 'integer', description: 'Number of customers called back after the due time.', example: 4 })
  late!: number;

  @ApiProperty({ type: 'integer', description: 'Number of customers still to be called back.', example: 4 })
  waiting!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Number of follow-ups closed without a callback, because no one answered or no callback was needed.',
    example: 2,
  })
  never!: number;

  @ApiNullable('integer', {
    description:
      'Median time from the first call of a follow-up to the callback, measured ' +
      'in elapsed time, including nights and weekends. null without callbacks.',
    example: 45,
  })
  medianMinutes!: number | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of customers called back who are happy again.',
    example: 18,
  })
  recovered!: number;

  @ApiNullable('integer', {
    description: `recovered as a percentage of inTime and late. null when fewer than ${MIN_JUDGED_CALLS} customers were called back.`,
    example: 75,
  })
  recoveredPercent!: number | null;
}

export class HappinessDto {
  @ApiProperty({ format: 'date', example: '2026-03-01' })
  from!: string;

  @ApiProperty({ format: 'date', description: 'The last day, inclusive.', example: '2026-03-31' })
  to!: string;

  @ApiProperty({ enum: PERIOD_STEPS, example: 'week' })
  by!: PeriodStep;

  @ApiProperty({ enum: CALL_DIRECTIONS, nullable: true, description: 'Null: both directions.', example: null })
  direction!: CallDirection | null;

  @ApiNullable('uuid', { description: 'Null for calls by all agents.', example: null })
  agent!: string | null;

  @ApiProperty({ description: "The account's time zone, for days and hours.", example: 'America/New_York' })
  timeZone!: string;

  @ApiProperty({
    description: 'Whether older calls are still being counted after a time zone change.',
    example: false,
  })
  isRecounting!: boolean;

  @ApiProperty({ type: HappinessFiguresDto })
  total!: HappinessFiguresDto;

  @ApiProperty({ type: HappinessPeriodDto, description: 'The previous period of the same length.' })
  before!: HappinessPeriodDto;

  @ApiNullable(HappinessChangeDto, {
    description: 'null if either period has no score.',
  })
  change!: HappinessChangeDto | null;

  @ApiProperty({ type: [HappinessStepDto], description: 'Every day, week or month, oldest first.' })
  trend!: HappinessStepDto[];

  @ApiProperty({ type: [DirectionHappinessDto], description: 'Busiest first.' })
  directions!: DirectionHappinessDto[];

  @ApiProperty({ type: [HourHappinessDto], description: 'Hours of the week that have calls, in order.' })
  hours!: HourHappinessDto[];

  @ApiProperty({ type: [AgentHappinessDto], description: 'Busiest first.' })
  agents!: AgentHappinessDto[];

  @ApiProperty({ type: [TopicHappinessDto], description: 'Busiest first.' })
  topics!: TopicHappinessDto[];

  @ApiProperty({ type: CallbacksDto })
  callbacks!: CallbacksDto;

  @ApiProperty({
    type: [HappinessMomentDto],
    description:
      'Quotes from the calls with the clearest labels: at most three negative ones, then three positive ones.',
  })
  moments!: HappinessMomentDto[];
}
