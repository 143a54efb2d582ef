import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import type {
  AppliedRules,
  Evidence,
  PlannedFollowUp,
  MoodSpan,
  OriginalWords,
  ReviewReason,
} from '@ringwell/domain/calls/analysis';
import { ASKED, BOOKINGS, REACHED, type Asked, type Booking, type Reached } from '@ringwell/domain/calls/booking';
import type { CallFlagName } from '@ringwell/domain/calls/call-flags';
import type { Sentiment } from '@ringwell/domain/calls/sentiment';
import type { Topic } from '@ringwell/domain/calls/topic';

import { Created } from '../base-columns';
import { Call } from './call.entity';

@Entity('analyses')
@Index('ix_analyses_review', ['accountId'], { where: 'needs_review' })
@Index('ix_analyses_topic', ['accountId', 'topic'], { where: 'topic is not null' })
@Index('ix_analyses_booking', ['accountId', 'booking'], { where: 'booking is not null' })
@Check(
  'ck_analyses_topic',
  "topic in ('no_show', 'delay', 'quality', 'price', 'billing', 'communication', 'rudeness', 'praise', 'booking', 'other')",
)
@Check('ck_analyses_booking', `booking in (${BOOKINGS.map((each) => `'${each}'`).join(', ')})`)
@Check('ck_analyses_asked', `asked in (${ASKED.map((each) => `'${each}'`).join(', ')})`)
@Check('ck_analyses_reached', `reached in (${REACHED.map((each) => `'${each}'`).join(', ')})`)
export class CallAnalysis extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_analyses' })
  @ForeignKey(() => Call, { name: 'fk_analyses_call', onDelete: 'CASCADE' })
  callId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_analyses' })
  runNumber!: number;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  engine!: string;

  /** The unavailable engine that `engine` replaced. */
  @Column('text', { nullable: true })
  fallbackFrom!: string | null;

  @Column('text')
  sentiment!: Sentiment;

  @Column('real')
  confidence!: number;

  @Column('boolean', { default: false })
  needsReview!: boolean;

  @Column('text', { nullable: true })
  reviewReason!: ReviewReason | null;

  /** `null` if the analyst wasn't sure enough, and in analyses that predate topics. */
  @Column('text', { nullable: true })
  topic!: Topic | null;

  /** Null unless set by a language model or a person. */
  @Column('text', { nullable: true })
  booking!: Booking | null;

  /** Counts only with some bookings; see `askedIn`. */
  @Column('text', { nullable: true })
  asked!: Asked | null;

  /** Null unless the company made the call. */
  @Column('text', { nullable: true })
  reached!: Reached | null;

  @Column('text', { nullable: true })
  writer!: string | null;

  /** Empty without a writer. */
  @Column('text')
  summary!: string;

  @Column('jsonb')
  keyPoints!: string[];

  /** Like `outcome`, only written by earlier versions. */
  @Column('text', { default: '' })
  reason!: string;

  @Column('text', { default: '' })
  outcome!: string;

  @Column('jsonb')
  followUp!: PlannedFollowUp;

  @Column('jsonb')
  course!: MoodSpan[];

  @Column('jsonb')
  evidence!: Evidence[];

  /** The supporting quotes from the call are in the evidence. */
  @Column('text', { array: true, default: () => "'{}'" })
  flags!: CallFlagName[];

  /** Contains no quotes from the call; they're in the evidence. */
  @Column('jsonb', { nullable: true })
  appliedRules!: AppliedRules | null;

  /** The original of any text that people have edited. Null without edits. */
  @Column('jsonb', { nullable: true })
  originalWords!: OriginalWords | null;
}
