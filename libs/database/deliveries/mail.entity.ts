import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** `sending` is committed before the mail leaves; `failed` is final. */
export const MAIL_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail on its way out: written in the transaction of what it tells about, sent by a worker. */
@Entity('mails')
@Index('ix_mails_due', { synchronize: false })
@Index('ix_mails_finished', { synchronize: false })
@Check('ck_mails_state', "state in ('pending', 'sending', 'sent', 'failed')")
export class Mail {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_mails' })
  id!: string;

  @Column('text')
  recipient!: string;

  @Column('text', { nullable: true })
  replyTo!: string | null;

  @Column('text')
  subject!: string;

  /** Plain text. */
  @Column('text')
  body!: string;

  @Column('text', { default: 'pending' })
  state!: MailState;

  /** Tries that were begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Tries of which nobody knows whether the mail arrived. */
  @Column('integer', { default: 0 })
  uncertainTries!: number;

  @Column('timestamptz', { default: () => 'now()' })
  runAfter!: Date;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('text', { nullable: true })
  errorCode!: string | null;

  /** A sentence for people. */
  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
