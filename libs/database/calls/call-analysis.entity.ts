import { Entity, Index } from 'typeorm';

import type {
  AppliedRules,
  Evidence,
  PlannedFollowUp,
  MoodSpan,
  OriginalWords,
  ReviewReason,
} from '@ringwell/domain/calls/analysis';
import { type AskedToBook, type Booking, type Reached } from '@ringwell/domain/calls/booking';
import type { CallFlagName } from '@ringwell/domain/calls/call-flags';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Topic } from '@ringwell/domain/calls/topic';
import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../base-columns';
import { boolean, column, jsonb, primaryKey, real, reference, text, uuid } from '../columns';
import { Call } from './call.entity';

@Entity('analyses')
@Index('ix_analyses_review', ['accountId'], { where: 'needs_review' })
@Index('ix_analyses_topic', ['accountId', 'topic'], { where: 'topic is not null' })
@Index('ix_analyses_booking', ['accountId', 'booking'], { where: 'booking is not null' })
export class CallAnalysis extends FieldsType(CreatedEntity, {
  callId: reference(() => Call, 'fk_analyses_call', 'CASCADE', { primaryKey: 'pk_analyses' }),
  runNumber: primaryKey('integer', 'pk_analyses'),
  accountId: uuid(),
  engine: text(),
  /** The unavailable engine that `engine` replaced. */
  fallbackFrom: text({ nullable: true }),
  sentiment: text<Sentiment>(),
  confidence: real(),
  needsReview: boolean({ default: false }),
  reviewReason: text<ReviewReason>({ nullable: true }),
  /** `null` if the analyst wasn't sure enough, and in analyses that predate topics. */
  topic: text<Topic>({ nullable: true }),
  /** Null unless set by a language model or a person. */
  booking: text<Booking>({ nullable: true }),
  /** Relevant only for some bookings; see `getAskedToBook`. */
  asked: text<AskedToBook>({ nullable: true }),
  /** Relevant only for outbound calls; see `getReached`. */
  reached: text<Reached>({ nullable: true }),
  writer: text({ nullable: true }),
  /** Empty if there was no writer. */
  summary: text(),
  keyPoints: jsonb<string[]>(),
  /** Like `outcome`, written only by earlier versions. */
  reason: text({ default: '' }),
  outcome: text({ default: '' }),
  followUp: jsonb<PlannedFollowUp>(),
  course: jsonb<MoodSpan[]>(),
  evidence: jsonb<Evidence[]>(),
  /** The supporting quotes from the call are in the evidence. */
  flags: column<CallFlagName[]>('text', { array: true, default: () => "'{}'" }),
  /** Contains no quotes from the call; they're in the evidence. */
  appliedRules: jsonb<AppliedRules>({ nullable: true }),
  /** The original text of anything that users have edited. */
  originalWords: jsonb<OriginalWords>({ nullable: true }),
}) {}
