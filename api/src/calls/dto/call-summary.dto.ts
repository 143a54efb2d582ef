import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';

import { CALL_FLAGS, type CallFlagName } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import type { Mark, Passage } from '@ringwell/domain/calls/search-passage';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { SPEAKERS, type Speaker } from '@ringwell/domain/calls/transcript';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { CallCorrectionDto } from './call-correction.dto';
import { CallResultDto } from './call-result.dto';
import { CallDto } from './call.dto';

export class CallSummaryDto extends IntersectionType(
  PickType(CallDto, [
    'id',
    'state',
    'source',
    'direction',
    'from',
    'to',
    'agentName',
    'receivedAt',
    'durationSeconds',
    'skipReason',
    'skipMessage',
    'error',
  ] as const),
  PickType(CallResultDto, ['needsReview', 'reviewReason', 'topic'] as const),
) {
  @ApiNullable(String, {
    description: "The name from the account's customer list, even if the sender only gave the number.",
    example: 'Dana Reyes',
  })
  customerName!: string | null;

  @ApiNullable('date-time', {
    description: "When the call took place, per the sender. Lists are sorted by it, or by receivedAt if it's null.",
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string | null;

  @ApiNullable(String, {
    enum: SENTIMENTS,
    description: 'A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.',
    example: 'positive',
  })
  sentiment!: Sentiment | null;

  @ApiNullable(String, {
    enum: Object.values(CALL_LABEL_NAMES),
    description: 'The label to show: the sentiment, or Needs a listen.',
    example: 'Positive',
  })
  label!: string | null;

  @ApiProperty({
    enum: CALL_FLAGS,
    isArray: true,
    description:
      "Flags from the customer's words, in addition to the label: someone may be in danger, or the customer mentions a lawyer or a licensing board.",
    example: [],
  })
  flags!: CallFlagName[];

  @ApiNullable(CallCorrectionDto, {
    description: 'The correction of the label, with the user and the original label, if there is one.',
  })
  correction!: CallCorrectionDto | null;

  @ApiNullable(String, {
    description: 'The summary on one line.',
    example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
  })
  summary!: string | null;
}

class CallMarkDto implements Mark {
  @ApiProperty({ description: 'Position of its first character in the text, from 0, in UTF-16 units.', example: 21 })
  start!: number;

  @ApiProperty({ description: 'Position after its last character.', example: 29 })
  end!: number;
}

class CallMatchDto implements Passage {
  @ApiProperty({ enum: ['transcript', 'summary'], example: 'transcript' })
  source!: Passage['source'];

  @ApiProperty({
    description: 'A sentence, shortened if it is long.',
    example: 'The upstairs unit is blowing warm air.',
  })
  text!: string;

  @ApiProperty({ type: [CallMarkDto], description: 'The matching words in the sentence.' })
  marks!: CallMarkDto[];

  @ApiNullable(String, { enum: SPEAKERS, description: 'Null in a summary.', example: 'customer' })
  speaker!: Speaker | null;

  @ApiNullable(Number, {
    description: "Start of the speaker's segment in the recording. Null in a summary.",
    example: 12.4,
  })
  startSeconds!: number | null;
}

export class ListedCallDto extends CallSummaryDto {
  @ApiNullable(CallMatchDto, {
    description: 'For a search: the sentence with the most of its words. Null if only a name, number or ID matches.',
  })
  match!: CallMatchDto | null;
}

export class CallPageDto {
  @ApiProperty({ type: [ListedCallDto] })
  items!: ListedCallDto[];

  @ApiProperty({
    description: 'For a search: no call contains these words, so the list has calls of customers with similar names.',
    example: false,
  })
  isSimilar!: boolean;

  @ApiNullable(String, {
    description: 'Send this value as cursor to get the next page. Null on the last page.',
    example: 'MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA',
  })
  nextCursor!: string | null;
}
