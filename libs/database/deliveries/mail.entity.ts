import { Check, Column, Entity, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

import { Attempted } from '../base-columns';

/** `sending` is committed before the email is sent; `failed` is final. */
export const MAIL_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Placeholder for the link in an email's body. */
export const MAIL_LINK = '{link}';

/** An email in the outbox. Inserted in the transaction that makes the reported change, and sent by a worker. */
@Entity('mails')
@Index('ix_mails_due', { synchronize: false })
@Index('ix_mails_finished', { synchronize: false })
@Index('ix_mails_created', ['createdAt'])
@Check('ck_mails_state', "state in ('pending', 'sending', 'sent', 'failed')")
export class Mail extends Attempted {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_mails' })
  id!: string;

  @Column('text')
  recipient!: string;

  @Column('text', { nullable: true })
  replyTo!: string | null;

  @Column('text')
  subject!: string;

  /** Contains `MAIL_LINK` instead of the link. */
  @Column('text')
  body!: string;

  /**
   * Sealed link that signs the recipient in or lets them choose a password. Deleted once the email has been sent or has
   * failed.
   */
  @Column('text', { nullable: true })
  sealedLink!: string | null;

  @Column('text', { default: 'pending' })
  state!: MailState;

  /** Number of attempts that may have arrived. */
  @Column('integer', { default: 0 })
  uncertainTries!: number;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
