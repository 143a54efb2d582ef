import { Column, CreateDateColumn, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import type { TranscriptSegment } from '@ringwell/domain/transcript';

import { Call } from './call.entity';

/**
 * The transcript of one run of a call. Saved as soon as it is available, so a later attempt does not pay for it again.
 */
@Entity('transcripts')
@Index('ix_transcripts_search', { synchronize: false })
export class CallTranscript {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_transcripts' })
  callId!: string;

  @ManyToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_transcripts_call' })
  call?: Relation<Call>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_transcripts' })
  runNumber!: number;

  @Column('uuid')
  userId!: string;

  @Column('text')
  engine!: string;

  @Column('text')
  language!: string;

  @Column('numeric', { precision: 10, scale: 2 })
  durationSeconds!: string;

  @Column('jsonb')
  segments!: TranscriptSegment[];

  @Column('text')
  text!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
