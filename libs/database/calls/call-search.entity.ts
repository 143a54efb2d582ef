import { Check, Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { Call } from './call.entity';

/**
 * What a search finds a call by, once it has ended or has been waiting for long; until then, that is read from the call.
 * Written by triggers and the leader.
 */
@Entity('call_search')
@Index('ix_call_search', { synchronize: false })
export class CallSearchDocument {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_search' })
  callId!: string;

  @OneToOne(() => Call, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'fk_call_search_call' })
  call?: Relation<Call>;

  @Column('uuid')
  accountId!: string;

  /** Of the call. */
  @Column('timestamptz')
  createdAt!: Date;

  /** Stems of the words in its transcript, summary, names, numbers and ids, with their positions. */
  @Column('tsvector')
  words!: string;

  /** The customer's name and the digits of the phone numbers. */
  @Column('text')
  names!: string;
}

/** While calls of before the search exist that are not in it yet: the last one, by id, that was added. */
@Entity('call_search_backfill')
@Check('ck_call_search_backfill', 'id')
export class CallSearchBackfill {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'pk_call_search_backfill' })
  id!: boolean;

  @Column('uuid')
  lastCallId!: string;
}
