import { ApiProperty } from '@nestjs/swagger';

import { BACK_TESTED_CALLS, BACK_TESTED_CHECKS } from '@ringwell/domain/accounts/guideline';
import type { Accuracy, AccuracyFigure } from '@ringwell/domain/calls/accuracy';
import { LISTED_CHANGES } from '@ringwell/domain/calls/back-test';
import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import { CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import { ApiNullable } from '../../http/response/nullable.decorator';

class LabelCountsDto implements Record<CallLabel, number> {
  @ApiProperty({ example: 61 })
  positive!: number;

  @ApiProperty({ example: 104 })
  neutral!: number;

  @ApiProperty({ example: 23 })
  negative!: number;

  @ApiProperty({ description: 'Number of calls that need a listen.', example: 12 })
  needs_review!: number;
}

class LabelChangeDto {
  @ApiProperty({ enum: CALL_LABELS, example: 'neutral' })
  from!: CallLabel;

  @ApiProperty({ enum: CALL_LABELS, example: 'negative' })
  to!: CallLabel;

  @ApiProperty({ example: 6 })
  count!: number;
}

class ReplayedLabelsDto {
  @ApiProperty({ description: 'Number of replayed calls.', example: 200 })
  calls!: number;

  @ApiProperty({ description: 'Calls that could not be replayed because their transcripts were deleted.', example: 0 })
  withoutTranscript!: number;

  @ApiProperty({ description: 'Labels under the current rules.' })
  before!: LabelCountsDto;

  @ApiProperty({ description: "Labels under the draft's rules." })
  after!: LabelCountsDto;

  @ApiProperty({ description: 'Number of calls whose label differs.', example: 6 })
  changed!: number;

  @ApiProperty({ type: [LabelChangeDto], description: 'Most frequent change first.' })
  changes!: LabelChangeDto[];
}

class ReplayedFollowUpsDto {
  @ApiProperty({ description: 'Number of calls to follow up under the current rules.', example: 41 })
  before!: number;

  @ApiProperty({ description: 'Number of calls to follow up under the draft.', example: 46 })
  after!: number;

  @ApiProperty({ description: 'Number of calls to follow up only under the draft.', example: 5 })
  opened!: number;
}

class ReplayedShareDto implements AccuracyFigure {
  @ApiProperty({ description: '0 to 1.', example: 0.86 })
  share!: number;

  @ApiProperty({ description: 'Lower bound of the 95 % confidence interval.', example: 0.738 })
  low!: number;

  @ApiProperty({ description: 'Upper bound of the 95 % confidence interval.', example: 0.931 })
  high!: number;
}

class ReplayedAccuracyDto implements Accuracy {
  @ApiProperty({ description: 'Number of checked calls that were labeled correctly.', example: 43 })
  right!: number;

  @ApiProperty({ description: 'Number of checked calls with a label.', example: 50 })
  checked!: number;

  @ApiNullable(ReplayedShareDto, { description: 'Null with too few checked calls.' })
  figure!: ReplayedShareDto | null;
}

class RecentCallsReplayDto extends ReplayedLabelsDto {
  @ApiProperty()
  followUps!: ReplayedFollowUpsDto;
}

class CheckedCallsReplayDto extends ReplayedLabelsDto {
  @ApiProperty({ description: 'Accuracy under the current rules. Calls that need a listen are not counted.' })
  accuracyBefore!: ReplayedAccuracyDto;

  @ApiProperty({ description: "Accuracy under the draft's rules. Calls that need a listen are not counted." })
  accuracyAfter!: ReplayedAccuracyDto;

  @ApiProperty({ description: 'Number of calls whose label becomes correct.', example: 4 })
  fixed!: number;

  @ApiProperty({ description: 'Number of calls whose label becomes wrong.', example: 1 })
  broken!: number;
}

class ReplayedCallDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-31T14:05:00.000Z' })
  startedAt!: string;

  @ApiNullable(String, { enum: CALL_DIRECTIONS, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(String, { example: 'Dana Reyes' })
  customerName!: string | null;

  @ApiNullable(String, { description: "The customer's number.", example: '+15551234567' })
  phone!: string | null;

  @ApiProperty({ enum: CALL_LABELS, example: 'neutral' })
  from!: CallLabel;

  @ApiProperty({ enum: CALL_LABELS, example: 'negative' })
  to!: CallLabel;

  @ApiProperty({ description: 'Whether only the draft requires calling the customer back.', example: true })
  opensFollowUp!: boolean;

  @ApiNullable(String, {
    description: 'The phrase or topic that decides under the draft; null if only a current rule matched.',
    example: 'cancel my membership',
  })
  rule!: string | null;

  @ApiNullable(String, { example: 'I want to cancel my membership.' })
  quote!: string | null;

  @ApiNullable(Number, { description: 'Position of the phrase in the recording, in milliseconds.', example: 64_200 })
  startMs!: number | null;
}

export class BackTestDto {
  @ApiProperty({
    description: `Results for the latest calls, up to ${BACK_TESTED_CALLS}. Corrected calls keep their label.`,
  })
  recent!: RecentCallsReplayDto;

  @ApiProperty({
    description: `Results for the latest ${BACK_TESTED_CHECKS.toLocaleString('en')} checked calls, whether or not they were corrected.`,
  })
  checked!: CheckedCallsReplayDto;

  @ApiProperty({ type: [ReplayedCallDto], description: `Latest first, up to ${LISTED_CHANGES}.` })
  changedCalls!: ReplayedCallDto[];

  @ApiProperty({ description: 'Number of all calls whose label or follow-up changes.', example: 6 })
  changedCallCount!: number;
}
