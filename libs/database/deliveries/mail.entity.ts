import { Entity, Index } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { RetryableEntity } from '../base-columns';
import { generatedId, integer, text, timestamptz, updateTime } from '../columns';

/** `sending` is committed before the email is sent; `failed` is final. */
export const MAIL_STATES = ['pending', 'sending', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Placeholder for the link in an email's body. */
export const MAIL_LINK = '{link}';

/** An email in the outbox. Inserted in the transaction that makes the reported change, and sent by a worker. */
@Entity('mails')
@Index('ix_mails_created', ['createdAt'])
export class Mail extends FieldsType(RetryableEntity, {
  id: generatedId('pk_mails'),
  recipient: text(),
  replyTo: text({ nullable: true }),
  subject: text(),
  /** Contains `MAIL_LINK` instead of the link. */
  body: text(),
  /**
   * Sealed link that signs the recipient in or lets them choose a password. Deleted once the email has been sent or has
   * failed.
   */
  sealedLink: text({ nullable: true }),
  state: text<MailState>({ default: 'pending' }),
  /** Number of attempts whose email may have arrived. */
  uncertainTries: integer({ default: 0 }),
  leaseUntil: timestamptz({ nullable: true }),
  sentAt: timestamptz({ nullable: true }),
  updatedAt: updateTime(),
}) {}
