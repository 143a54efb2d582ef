import {
  REVIEW_REASONS,
  type Analysis,
  type Evidence,
  type PlannedFollowUp,
  type MoodSpan,
} from '@ringwell/domain/calls/analysis';
import { ASKED_TO_BOOK, BOOKINGS, REACHED } from '@ringwell/domain/calls/booking';
import { BOOKING_EVIDENCE, BOOKING_FACT_STATUSES, type BookingFactView } from '@ringwell/domain/calls/booking-fact';
import { CALL_FLAGS } from '@ringwell/domain/calls/call-flags';
import { CALL_LABEL_NAMES } from '@ringwell/domain/calls/call-label';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { TOPICS } from '@ringwell/domain/calls/topic';
import {
  QUALITY_LEVELS,
  SPEAKERS,
  type TranscriptQuality,
  type TranscriptSegment,
} from '@ringwell/domain/calls/transcript';

import {
  boolean,
  dateTime,
  FieldsType,
  integer,
  listOf,
  number,
  object,
  oneOf,
  someOf,
  text,
} from '../../http/response/dto-fields';
import { ENGINE_NOTE, JUDGMENT_FIELDS } from '../../http/response/judgment-fields';

export class BookingFactDto
  extends FieldsType({
    status: oneOf(BOOKING_FACT_STATUSES, {
      description:
        'confirmed: a job in ServiceTitan refers to the call or was created for its customer within ' +
        'serviceTitanJobDays. likely: a job was created for the same phone number. unverified: an outbound call was ' +
        'booked, but no job was found.',
      example: 'confirmed',
    }),
    evidence: oneOf(BOOKING_EVIDENCE, { nullable: true, example: 'lead_call' }),
    jobId: text({ nullable: true, example: '4711' }),
    jobNumber: text({ nullable: true, example: '12345' }),
    jobTotalCents: integer({
      nullable: true,
      description: 'Null until ServiceTitan has the total, which may not be until the work is done.',
      example: 42_000,
    }),
    jobCanceledAt: dateTime({ nullable: true, example: null }),
    foundAt: dateTime({ nullable: true, example: '2026-03-31T15:12:31.120Z' }),
  })
  implements BookingFactView {}

class EvidenceDto
  extends FieldsType({
    claim: text({
      description:
        'What the quote supports: a label; Danger or Legal for a flag; Promise for a promise made by the company; ' +
        'Booked or not, Asked to book or Reached or not for the outcome of the call; or the effect of a rule.',
      example: 'Positive',
    }),
    segment: number({ description: 'Index of the transcript segment.', example: 12 }),
    startMs: number({ description: 'Milliseconds from the start of the recording.', example: 64_200 }),
    endMs: number({ example: 67_900 }),
    quote: text({ description: 'The quoted words.', example: 'thank you so much for coming out today' }),
  })
  implements Evidence {}

class CallFollowUpDto
  extends FieldsType({
    needed: boolean({ description: 'Whether the company must follow up.', example: true }),
    what: text({
      required: false,
      description: 'What to do, as an instruction.',
      example: 'Call Dana Reyes back with a price for the compressor',
    }),
    rule: text({
      required: false,
      description: "The phrase or topic that matched the account's own rule, if a rule requests the follow-up.",
      example: 'cancel my membership',
    }),
  })
  implements PlannedFollowUp {}

class LabelRuleDto extends FieldsType({
  name: text({ description: 'The matched phrase or topic.', example: 'cancel my membership' }),
  sentiment: oneOf(SENTIMENTS, { example: 'negative' }),
}) {}

class AnalystLabelDto extends FieldsType({
  sentiment: oneOf(SENTIMENTS, { description: 'A guess if needsReview is true.', example: 'neutral' }),
  needsReview: boolean({ example: false }),
  reviewReason: oneOf(REVIEW_REASONS, { nullable: true, example: null }),
  label: oneOf(Object.values(CALL_LABEL_NAMES), { example: 'Neutral' }),
  followUp: object(CallFollowUpDto),
}) {}

export class AppliedRulesDto extends FieldsType({
  version: number({ description: 'Version of the guideline with the rules.', example: 3 }),
  label: object(LabelRuleDto, { nullable: true, description: 'The rule that decided the label, if any.' }),
  original: object(AnalystLabelDto, { description: "The analyst's result." }),
}) {}

class MoodSpanDto
  extends FieldsType({
    startMs: number({ description: 'Milliseconds from the start of the recording.', example: 0 }),
    endMs: number({ example: 30_000 }),
    sentiment: oneOf(SENTIMENTS, { example: 'neutral' }),
  })
  implements MoodSpan {}

export class CallResultDto
  extends FieldsType({
    flags: someOf(CALL_FLAGS, {
      description:
        "Flags from the customer's words, in addition to the label. The evidence lists them under Danger and Legal.",
      example: [],
    }),
    ...JUDGMENT_FIELDS,
    label: oneOf(Object.values(CALL_LABEL_NAMES), {
      description: 'The label to show: the sentiment, or Needs a listen.',
      example: 'Positive',
    }),
    confidence: number({
      description:
        '0 to 1: the approximate fraction of calls with this confidence that the analyst labels correctly, before rules and corrections.',
      example: 0.93,
    }),
    topic: oneOf(TOPICS, {
      nullable: true,
      description: "The topic behind the customer's mood, or else the main topic. Null if the analyst is not sure.",
      example: 'booking',
    }),
    booking: oneOf(BOOKINGS, {
      nullable: true,
      description:
        'The outcome of the call, determined by a language model or a user. The model lists its quotes in the ' +
        'evidence under Booked or not. Null if undetermined.',
      example: 'booked',
    }),
    asked: oneOf(ASKED_TO_BOOK, {
      nullable: true,
      description:
        'Whether the agent asked for the booking. Null unless the booking is not_booked_undecided or ' +
        'not_booked_other. Determined in the same way as the booking, with quotes under Asked to book.',
      example: null,
    }),
    reached: oneOf(REACHED, {
      nullable: true,
      description:
        "Whether a person on the customer's side spoke with the company. Null unless the call is outbound. " +
        'Determined even without a language model if it is obvious. Quotes are under Reached or not.',
      example: null,
    }),
    writer: text({
      nullable: true,
      description:
        'The language model that wrote the summary, or person if a user edited it. Null without a summary, such as before it is written.',
      example: 'llm:gpt-4o-mini',
    }),
    summary: text({
      description:
        'One to four sentences by a language model, possibly edited by a user. Without a language model, the topic ' +
        'and up to two quotes from the customer that explain the label, or empty if there are none.',
      example: 'Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.',
    }),
    keyPoints: listOf(String, {
      description: 'Facts that are not in the summary. Empty without a language model.',
      example: ['The unit is eight years old'],
    }),
    reason: text({ description: 'Always empty; kept for older clients.', example: '', deprecated: true }),
    outcome: text({ description: 'Always empty, like reason.', example: '', deprecated: true }),
    followUp: object(CallFollowUpDto),
    evidence: listOf(EvidenceDto),
    course: listOf(MoodSpanDto, { description: "The customer's mood over the course of the call." }),
    appliedRules: object(AppliedRulesDto, {
      nullable: true,
      description:
        "The effect of the account's own rules on the call. Their quotes come first in the evidence. Null if none matched.",
    }),
  })
  implements Omit<Analysis, 'engine' | 'fallbackFrom' | 'originalWords'> {}

class TranscriptSegmentDto
  extends FieldsType({
    speaker: oneOf(SPEAKERS, { description: 'unknown if the speakers cannot be distinguished.', example: 'customer' }),
    startMs: number({ description: 'Milliseconds from the start of the recording.', example: 1_200 }),
    endMs: number({ example: 4_700 }),
    text: text({ example: 'Hi, my air conditioner is blowing warm air.' }),
    confidence: number({ required: false, description: '0 to 1, if the engine provides one.', example: 0.82 }),
  })
  implements TranscriptSegment {}

export class TranscriptQualityDto
  extends FieldsType({
    level: oneOf(QUALITY_LEVELS, {
      description: 'Reliability of the words. A call with unreliable words needs review.',
      example: 'good',
    }),
    score: number({ description: '0 to 1.', example: 0.91 }),
  })
  implements TranscriptQuality {}

export class CallTranscriptDto extends FieldsType({
  engine: text({ description: 'Engine that produced the transcript.', example: 'openai:gpt-transcribe' }),
  engineNote: ENGINE_NOTE,
  language: text({ description: 'BCP 47.', example: 'en' }),
  speakersGuessed: boolean({
    description:
      'Whether the speakers were identified only by what they said, so some lines may be attributed to the wrong one.',
    example: false,
  }),
  segments: listOf(TranscriptSegmentDto),
}) {}
