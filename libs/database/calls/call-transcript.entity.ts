import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { QualityLevel, TranscriptSegment } from '@ringwell/domain/calls/transcript';

import { Created } from '../base-columns';
import { Call } from './call.entity';

/**
 * The transcript from one of a call's runs. Saved as soon as it's available, so that a later attempt doesn't pay for it
 * again.
 */
@Entity('transcripts')
@Index('ix_transcripts_basic', { synchronize: false })
export class CallTranscript extends Created {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_transcripts' })
  callId!: string;

  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_transcripts_call' })
  call?: Relation<Call>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_transcripts' })
  runNumber!: number;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  engine!: string;

  @Column('text')
  language!: string;

  @Column('numeric', { precision: 10, scale: 2 })
  durationSeconds!: string;

  /** Whether the agent and the customer were told apart only by what they said. */
  @Column('boolean', { default: false })
  speakersGuessed!: boolean;

  /** The customer's channel (0 or 1) used to assign the speakers; null for single-channel recordings. */
  @Column('smallint', { nullable: true })
  customerChannel!: number | null;

  /** Whether a user has swapped agent and customer; `customerChannel` already reflects it. */
  @Column('boolean', { default: false })
  speakersSwapped!: boolean;

  @Column('jsonb')
  segments!: TranscriptSegment[];

  @Column('text')
  text!: string;

  /** Null for transcripts that predate the measurement. */
  @Column('text', { nullable: true })
  quality!: QualityLevel | null;

  /** 0 to 1. */
  @Column('real', { nullable: true })
  qualityScore!: number | null;
}
