import { ApiProperty } from '@nestjs/swagger';

import { REVIEW_REASONS, type ReviewReason } from '@ringwell/domain/calls/analysis';
import {
  CALL_DIRECTIONS,
  CALL_SOURCES,
  CALL_STATES,
  SKIP_REASONS,
  type CallDirection,
  type CallSource,
  type CallState,
  type SkipReason,
} from '@ringwell/domain/calls/call';
import { CALL_FLAGS, type CallFlagName } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import type { Mark, Passage } from '@ringwell/domain/calls/search-passage';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';
import { SPEAKERS, type Speaker } from '@ringwell/domain/calls/transcript';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { CallCorrectionDto } from './call-correction.dto';
import { CallErrorDto } from './call.dto';

export class CallSummaryDto {
  @ApiProperty({ format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  id!: string;

  @ApiProperty({
    enum: CALL_STATES,
    description: 'completed, skipped, failed and timed_out are final.',
    example: 'completed',
  })
  state!: CallState;

  @ApiProperty({ enum: CALL_SOURCES, example: 'n8n' })
  source!: CallSource;

  @ApiNullable(String, { enum: CALL_DIRECTIONS, example: 'inbound' })
  direction!: CallDirection | null;

  @ApiNullable(String, { example: '+15551234567' })
  from!: string | null;

  @ApiNullable(String, { example: '+15557654321' })
  to!: string | null;

  @ApiNullable(String, {
    description: 'As the account knows the customer, even if the sender gave only the number.',
    example: 'Dana Reyes',
  })
  customerName!: string | null;

  @ApiNullable(String, {
    description: "Who spoke for the company: the member's name, once the agent is matched to one.",
    example: 'Paul Ruiz',
  })
  agentName!: string | null;

  @ApiNullable('date-time', {
    description: 'When the call took place, according to the sender. Lists are sorted by it, or else by receivedAt.',
    example: '2026-03-31T14:05:00.000Z',
  })
  startedAt!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'When the call was received.',
    example: '2026-03-31T14:12:31.120Z',
  })
  receivedAt!: string;

  @ApiNullable(Number, { description: 'Length of the recording.', example: 94.2 })
  durationSeconds!: number | null;

  @ApiNullable(String, {
    enum: SENTIMENTS,
    description: 'A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.',
    example: 'positive',
  })
  sentiment!: Sentiment | null;

  @ApiProperty({
    description:
      'Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.',
    example: false,
  })
  needsReview!: boolean;

  @ApiNullable(String, {
    enum: REVIEW_REASONS,
    description:
      'Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be ' +
      'read, the analyst is not sure enough, ' +
      'or the customer clearly showed both moods.',
    example: null,
  })
  reviewReason!: ReviewReason | null;

  @ApiNullable(String, {
    enum: Object.values(CALL_LABEL_NAMES),
    description: 'What to show: the sentiment, or Needs a listen.',
    example: 'Positive',
  })
  label!: string | null;

  @ApiNullable(String, {
    enum: TOPICS,
    description: "The topic that explains the customer's mood, or else the main one. Null if the analyst is not sure.",
    example: 'booking',
  })
  topic!: Topic | null;

  @ApiProperty({
    enum: CALL_FLAGS,
    isArray: true,
    description:
      'What the words of the customer say beside the label: someone may be in danger, or thinks of a lawyer or a board.',
    example: [],
  })
  flags!: CallFlagName[];

  @ApiNullable(CallCorrectionDto, { description: 'Who corrected the label, and the original, if anyone did.' })
  correction!: CallCorrectionDto | null;

  @ApiNullable(String, {
    description: 'The summary on one line.',
    example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
  })
  summary!: string | null;

  @ApiNullable(String, {
    enum: Object.keys(SKIP_REASONS),
    description: 'Why the call was skipped, if it was.',
    example: null,
  })
  skipReason!: SkipReason | null;

  @ApiNullable(String, { description: 'skipReason as a sentence.', example: null })
  skipMessage!: string | null;

  @ApiNullable(CallErrorDto, { description: 'Error of the last run, if any.' })
  error!: CallErrorDto | null;
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

  @ApiProperty({ type: [CallMarkDto], description: 'The matching words of the sentence.' })
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
    description: 'Send it as cursor to get the next page. Null on the last page.',
    example: 'MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA',
  })
  nextCursor!: string | null;
}
