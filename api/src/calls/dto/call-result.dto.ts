import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import {
  REVIEW_REASONS,
  type Analysis,
  type Evidence,
  type PlannedFollowUp,
  type MoodSpan,
  type ReviewReason,
} from '@ringwell/domain/calls/analysis';
import { ASKED, BOOKINGS, REACHED, type Asked, type Booking, type Reached } from '@ringwell/domain/calls/booking';
import {
  BOOKING_EVIDENCE,
  BOOKING_FACT_STATUSES,
  type BookingEvidence,
  type BookingFactStatus,
  type BookingFactView,
} from '@ringwell/domain/calls/booking-fact';
import { CALL_FLAGS, type CallFlagName } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';
import { TOPICS, type Topic } from '@ringwell/domain/calls/topic';
import {
  QUALITY_LEVELS,
  SPEAKERS,
  type QualityLevel,
  type Speaker,
  type TranscriptQuality,
  type TranscriptSegment,
} from '@ringwell/domain/calls/transcript';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class BookingFactDto implements BookingFactView {
  @ApiProperty({
    enum: BOOKING_FACT_STATUSES,
    description:
      'confirmed: a job in ServiceTitan names the call, or was created for its customer within serviceTitanJobDays. ' +
      'likely: a job was created for the same phone number. unverified: an outgoing call ended booked, and no job was found.',
    example: 'confirmed',
  })
  status!: BookingFactStatus;

  @ApiNullable(String, { enum: BOOKING_EVIDENCE, example: 'lead_call' })
  evidence!: BookingEvidence | null;

  @ApiNullable(String, { example: '4711' })
  jobId!: string | null;

  @ApiNullable(String, { example: '12345' })
  jobNumber!: string | null;

  @ApiNullable('integer', {
    description: 'Null until ServiceTitan has the total, possibly only after the work.',
    example: 42_000,
  })
  jobTotalCents!: number | null;

  @ApiNullable('date-time', { example: null })
  jobCanceledAt!: string | null;

  @ApiNullable('date-time', { example: '2026-03-31T15:12:31.120Z' })
  foundAt!: string | null;
}

class EvidenceDto implements Evidence {
  @ApiProperty({
    description:
      'What the quote explains: a label, Danger or Legal for a flag, Promise for a promise of the company, Booked or not, Asked to book and Reached or not for the outcome of the call, or the effect of a rule.',
    example: 'Positive',
  })
  claim!: string;

  @ApiProperty({ description: 'Index of the transcript segment.', example: 12 })
  segment!: number;

  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 64_200 })
  startMs!: number;

  @ApiProperty({ example: 67_900 })
  endMs!: number;

  @ApiProperty({ description: 'The quoted words.', example: 'thank you so much for coming out today' })
  quote!: string;
}

class CallFollowUpDto implements PlannedFollowUp {
  @ApiProperty({ description: 'Whether the company must follow up.', example: true })
  needed!: boolean;

  @ApiPropertyOptional({
    description: 'What to do, as an instruction.',
    example: 'Call Dana Reyes back with a price for the compressor',
  })
  what?: string;

  @ApiPropertyOptional({
    description: "The phrase or topic that matched the account's own rule, if a rule requests the follow-up.",
    example: 'cancel my membership',
  })
  rule?: string;
}

class LabelRuleDto {
  @ApiProperty({ description: 'The matched phrase or topic.', example: 'cancel my membership' })
  name!: string;

  @ApiProperty({ enum: SENTIMENTS, example: 'negative' })
  sentiment!: Sentiment;
}

class AnalystLabelDto {
  @ApiProperty({ enum: SENTIMENTS, description: 'A guess if needsReview.', example: 'neutral' })
  sentiment!: Sentiment;

  @ApiProperty({ example: false })
  needsReview!: boolean;

  @ApiNullable(String, { enum: REVIEW_REASONS, example: null })
  reviewReason!: ReviewReason | null;

  @ApiProperty({ enum: Object.values(CALL_LABEL_NAMES), example: 'Neutral' })
  label!: string;

  @ApiProperty({ type: CallFollowUpDto })
  followUp!: CallFollowUpDto;
}

export class AppliedRulesDto {
  @ApiProperty({ description: 'Version of the guideline with the rules.', example: 3 })
  version!: number;

  @ApiNullable(LabelRuleDto, { description: 'The rule that decided the label, if any.' })
  label!: LabelRuleDto | null;

  @ApiProperty({ type: AnalystLabelDto, description: "The analyst's result." })
  original!: AnalystLabelDto;
}

class MoodSpanDto implements MoodSpan {
  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 0 })
  startMs!: number;

  @ApiProperty({ example: 30_000 })
  endMs!: number;

  @ApiProperty({ enum: SENTIMENTS, example: 'neutral' })
  sentiment!: Sentiment;
}

export class CallResultDto implements Omit<Analysis, 'engine' | 'fallbackFrom' | 'originalWords'> {
  @ApiProperty({
    enum: CALL_FLAGS,
    isArray: true,
    description: "Flags from the customer's words, next to the label. The evidence lists them under Danger and Legal.",
    example: [],
  })
  flags!: CallFlagName[];

  @ApiProperty({
    enum: SENTIMENTS,
    description: 'How happy the customer is at the end of the call. A guess if needsReview.',
    example: 'positive',
  })
  sentiment!: Sentiment;

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
      'or the customer was clearly both happy and unhappy.',
    example: null,
  })
  reviewReason!: ReviewReason | null;

  @ApiProperty({
    enum: Object.values(CALL_LABEL_NAMES),
    description: 'The label to show: the sentiment, or Needs a listen.',
    example: 'Positive',
  })
  label!: string;

  @ApiProperty({
    description:
      '0 to 1: the approximate fraction of calls with this confidence that  the analyst labels correctly, before rules and corrections.',
    example: 0.93,
  })
  confidence!: number;

  @ApiNullable(String, {
    enum: TOPICS,
    description: "The topic behind the customer's mood, or else the main topic. Null if the analyst is not sure.",
    example: 'booking',
  })
  topic!: Topic | null;

  @ApiNullable(String, {
    enum: BOOKINGS,
    description:
      'The outcome of the call, from a language model, whose quotes are under Booked or not in the evidence, or from a person. ' +
      'Null if neither has decided.',
    example: 'booked',
  })
  booking!: Booking | null;

  @ApiNullable(String, {
    enum: ASKED,
    description:
      'Whether the agent asked for the booking, for not_booked_undecided and not_booked_other; otherwise null. Decided like the ' +
      'booking, with quotes under Asked to book.',
    example: null,
  })
  asked!: Asked | null;

  @ApiNullable(String, {
    enum: REACHED,
    description:
      "Whether a person on the customer's side spoke with the company, for outbound calls; otherwise null. Also decided " +
      'without a language model if it is plain. Quotes are under Reached or not.',
    example: null,
  })
  reached!: Reached | null;

  @ApiNullable(String, {
    description: 'The language model that wrote the summary, or person if a user edited it. Null without a summary.',
    example: 'llm:gpt-4o-mini',
  })
  writer!: string | null;

  @ApiProperty({
    description:
      'One to four sentences by a language model, possibly edited by a person. Without a language model, the topic and up to two quotes from the customer that ' +
      'explain the label; empty if there are neither.',
    example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
  })
  summary!: string;

  @ApiProperty({
    type: [String],
    description: 'Facts that are not in the summary. Empty without a language model.',
    example: ['The unit is eight years old'],
  })
  keyPoints!: string[];

  @ApiProperty({ description: 'Always empty; kept for older clients.', example: '', deprecated: true })
  reason!: string;

  @ApiProperty({ description: 'Always empty, like reason.', example: '', deprecated: true })
  outcome!: string;

  @ApiProperty({ type: CallFollowUpDto })
  followUp!: CallFollowUpDto;

  @ApiProperty({ type: [EvidenceDto] })
  evidence!: EvidenceDto[];

  @ApiProperty({ type: [MoodSpanDto], description: "The customer's mood over the course of the call." })
  course!: MoodSpanDto[];

  @ApiNullable(AppliedRulesDto, {
    description:
      "The effect of the account's own rules on the call. Their quotes come first in the evidence. Null if none matched.",
  })
  appliedRules!: AppliedRulesDto | null;
}

class TranscriptSegmentDto implements TranscriptSegment {
  @ApiProperty({
    enum: SPEAKERS,
    description: 'unknown if the speakers cannot be distinguished.',
    example: 'customer',
  })
  speaker!: Speaker;

  @ApiProperty({ description: 'Milliseconds from the start of the recording.', example: 1_200 })
  startMs!: number;

  @ApiProperty({ example: 4_700 })
  endMs!: number;

  @ApiProperty({ example: 'Hi, my air conditioner is blowing warm air.' })
  text!: string;

  @ApiPropertyOptional({ description: '0 to 1, if the engine provides one.', example: 0.82 })
  confidence?: number;
}

export class TranscriptQualityDto implements TranscriptQuality {
  @ApiProperty({
    enum: QUALITY_LEVELS,
    description: 'Reliability of the words. A call with unreliable words needs review.',
    example: 'good',
  })
  level!: QualityLevel;

  @ApiProperty({ description: '0 to 1.', example: 0.91 })
  score!: number;
}

export class CallTranscriptDto {
  @ApiProperty({ description: 'Engine that produced the transcript.', example: 'openai:gpt-transcribe' })
  engine!: string;

  @ApiNullable(String, {
    description: "A note about the quality of this engine's transcripts, if there is one.",
    example: null,
  })
  engineNote!: string | null;

  @ApiProperty({ description: 'BCP 47.', example: 'en' })
  language!: string;

  @ApiProperty({
    description: 'Whether agent and customer were told apart by their words alone, so some lines may be swapped.',
    example: false,
  })
  speakersGuessed!: boolean;

  @ApiProperty({ type: [TranscriptSegmentDto] })
  segments!: TranscriptSegmentDto[];
}
