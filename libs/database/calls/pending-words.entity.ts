import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { Call } from './call.entity';

/** A call with a result whose text hasn't been written yet. Its note waits for the text until `giveUpAt`. */
@Entity('pending_words')
export class PendingWords {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_pending_words' })
  @ForeignKey(() => Call, { name: 'fk_pending_words_call', onDelete: 'CASCADE' })
  callId!: string;

  @Column('uuid')
  accountId!: string;

  /** The result's run. */
  @Column('integer')
  runNumber!: number;

  /** When the text is due or, while it's being written, when another worker may start over. */
  @Index('ix_pending_words_due')
  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('uuid', { nullable: true })
  leaseToken!: string | null;

  /** True if a user requested new text for a call that already had some. */
  @Column('boolean', { default: false })
  isRewrite!: boolean;

  @Column('timestamptz')
  giveUpAt!: Date;
}
