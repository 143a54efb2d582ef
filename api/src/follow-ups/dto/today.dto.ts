import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { FollowUpDto } from './follow-up.dto';

class TodayCountsDto {
  @ApiProperty({ description: 'In danger, or called or became due since the office last closed.', example: 3 })
  today!: number;

  @ApiProperty({ description: 'Promises that are due after today.', example: 1 })
  later!: number;

  @ApiProperty({ description: 'All other waiting follow-ups.', example: 46 })
  older!: number;

  @ApiProperty({ example: 1 })
  snoozed!: number;

  @ApiProperty({ description: 'Customers who were reached today, except customers who are still unhappy.', example: 3 })
  calledBack!: number;
}

class TodayProgressDto {
  @ApiProperty({ example: 'All three called back' })
  title!: string;

  @ApiProperty({ description: 'Open callbacks.', example: 'Left: 1 promise due after today; 46 from before today.' })
  text!: string;
}

class SkippedCallsDto {
  @ApiProperty({ example: 23 })
  calls!: number;

  @ApiProperty({ description: 'Number of these calls over 30 seconds.', example: 4 })
  longer!: number;

  @ApiProperty({ example: '23 calls were skipped, 4 of them over 30 s: lower the limit?' })
  text!: string;
}

export class TodayDto {
  @ApiProperty({ description: 'Whether the office is open now.', example: true })
  isOpen!: boolean;

  @ApiNullable('date-time', {
    description: 'When the office closes today; null on a day on which it stays closed.',
    example: '2026-03-31T21:00:00.000Z',
  })
  closesAt!: string | null;

  @ApiProperty({ type: [FollowUpDto], description: "Today's first customers, by the cost of waiting." })
  followUps!: FollowUpDto[];

  @ApiProperty({ type: TodayCountsDto })
  counts!: TodayCountsDto;

  @ApiNullable('date-time', {
    description: 'When the first call of the older waiting follow-ups took place; null without older follow-ups.',
    example: '2026-02-27T14:05:00.000Z',
  })
  oldestAt!: string | null;

  @ApiNullable('date-time', {
    description: 'When the next snoozed follow-up returns to the list, for example after an unanswered callback.',
    example: null,
  })
  backAt!: string | null;

  @ApiNullable(TodayProgressDto, {
    description: "Summary of the day, once none of today's customers is waiting or the office has closed.",
    example: null,
  })
  progress!: TodayProgressDto | null;

  @ApiNullable(SkippedCallsDto, {
    description: "Last week's calls below the minimum length. Null if none of them was over 30 seconds.",
    example: null,
  })
  skipped!: SkippedCallsDto | null;
}

export class FollowUpClosingDto {
  @ApiProperty({ description: 'ID for undoing this.', example: '1774966351120000' })
  id!: string;

  @ApiProperty({ example: 46 })
  closed!: number;

  @ApiProperty({ description: 'How many are left to close. Repeat the request to close them.', example: 0 })
  left!: number;

  @ApiProperty({ description: 'Number of follow-ups left open because a colleague has taken them.', example: 2 })
  kept!: number;
}

export class UndoneClosingDto {
  @ApiProperty({ description: 'Number of reopened follow-ups.', example: 46 })
  reopened!: number;
}
