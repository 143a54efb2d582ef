import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { FollowUpDto } from './follow-up.dto';

class TodayCountsDto {
  @ApiProperty({ description: 'In danger, or called or due since the office closed last.', example: 3 })
  today!: number;

  @ApiProperty({ description: 'Promises that are due after today.', example: 1 })
  later!: number;

  @ApiProperty({ description: 'The others.', example: 46 })
  older!: number;

  @ApiProperty({ example: 1 })
  snoozed!: number;

  @ApiProperty({ description: 'Customers who were reached today, without those who are still unhappy.', example: 3 })
  calledBack!: number;
}

class TodayProgressDto {
  @ApiProperty({ example: 'All three called back' })
  title!: string;

  @ApiProperty({ description: 'What is left.', example: 'Left: 1 promise due after today; 46 from before today.' })
  text!: string;
}

class SkippedCallsDto {
  @ApiProperty({ example: 23 })
  calls!: number;

  @ApiProperty({ description: 'Of them, over 30 seconds.', example: 4 })
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

  @ApiProperty({ type: [FollowUpDto], description: 'The first ones of today, by what it costs to wait.' })
  followUps!: FollowUpDto[];

  @ApiProperty({ type: TodayCountsDto })
  counts!: TodayCountsDto;

  @ApiNullable('date-time', {
    description: 'If there are older ones: when the first call of those that wait took place.',
    example: '2026-02-27T14:05:00.000Z',
  })
  oldestAt!: string | null;

  @ApiNullable('date-time', {
    description: 'When the next one that is snoozed, such as after no one answered, is back.',
    example: null,
  })
  backAt!: string | null;

  @ApiNullable(TodayProgressDto, {
    description: 'How the day went, once no one of today waits or the office has closed.',
    example: null,
  })
  progress!: TodayProgressDto | null;

  @ApiNullable(SkippedCallsDto, {
    description:
      'Calls of last week that were shorter than the minimum length. Null if none of them was over 30 seconds.',
    example: null,
  })
  skipped!: SkippedCallsDto | null;
}

export class FollowUpClosingDto {
  @ApiProperty({ description: 'To undo it.', example: '1774966351120000' })
  id!: string;

  @ApiProperty({ example: 46 })
  closed!: number;

  @ApiProperty({ description: 'How many more there are. Close again to close them.', example: 0 })
  left!: number;

  @ApiProperty({ description: 'How many stay because a colleague has them.', example: 2 })
  kept!: number;
}

export class UndoneClosingDto {
  @ApiProperty({ description: 'How many wait again.', example: 46 })
  reopened!: number;
}
