import { Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';

import type { QualityLevel, TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../base-columns';
import { boolean, jsonb, numeric, primaryKey, real, smallint, text, uuid } from '../columns';
import { Call } from './call.entity';

/**
 * The transcript from one of a call's runs. Saved as soon as it's available, so that a later attempt doesn't pay for it
 * again.
 */
@Entity('transcripts')
export class CallTranscript extends FieldsType(CreatedEntity, {
  callId: primaryKey('uuid', 'pk_transcripts'),
  runNumber: primaryKey('integer', 'pk_transcripts'),
  accountId: uuid(),
  engine: text(),
  language: text(),
  durationSeconds: numeric({ precision: 10, scale: 2 }),
  /** Whether the agent and the customer were told apart only by what they said. */
  speakersGuessed: boolean({ default: false }),
  /** The customer's channel (0 or 1) used to assign the speakers; null for single-channel recordings. */
  customerChannel: smallint({ nullable: true }),
  /** Whether a user has swapped the agent and the customer; `customerChannel` already reflects it. */
  speakersSwapped: boolean({ default: false }),
  segments: jsonb<TranscriptSegment[]>(),
  text: text(),
  /** Null for transcripts that predate the measurement. */
  quality: text<QualityLevel>({ nullable: true }),
  /** 0 to 1. */
  qualityScore: real({ nullable: true }),
}) {
  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_transcripts_call' })
  call?: Relation<Call>;
}
