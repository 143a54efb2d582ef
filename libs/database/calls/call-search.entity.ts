import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Call } from './call.entity';

/**
 * The search document of a call that has ended or has waited for a long time. Searches read other calls directly.
 * Written by triggers and the leader.
 */
@Entity('call_search')
@Index('ix_call_search', { synchronize: false })
export class CallSearchDocument {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_call_search' })
  @ForeignKey(() => Call, { name: 'fk_call_search_call', onDelete: 'CASCADE' })
  callId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('timestamptz')
  createdAt!: Date;

  /** Stems of the words in its transcript, summary, names, numbers and ids, with their positions. */
  @Column('tsvector')
  words!: string;

  /** The customer's name and the digits of the phone numbers. */
  @Column('text')
  names!: string;
}
