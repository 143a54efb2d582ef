import { Entity, Index } from 'typeorm';

import type { SecurityEventKind, SecurityOutcome } from '@ringwell/domain/accounts/security-event';
import { FieldsType } from '@ringwell/platform/fields-type';

import { generatedId, integer, text, timestamptz, uuid } from '../../columns';

/**
 * A security-relevant action or attempt: who did it, from where, and with what outcome. Rows are never updated, and are
 * deleted once they're old. They contain no names. They reference users and accounts without foreign keys, so they
 * outlive both and can be inserted without waiting for locks.
 */
@Entity('security_events')
@Index('ix_security_events_created', ['createdAt', 'id'])
@Index('ix_security_events_kind', ['kind', 'outcome', 'createdAt', 'id'])
export class SecurityEvent extends FieldsType({
  id: generatedId('pk_security_events'),
  kind: text<SecurityEventKind>(),
  outcome: text<SecurityOutcome>(),
  /** One of `SECURITY_METHODS`. */
  method: text({ nullable: true }),
  /** Why it was rejected: an API error code or one of `REJECTION_REASONS`. */
  code: text({ nullable: true }),
  /** The method and route pattern, such as `GET /api/calls/:id`. */
  route: text({ nullable: true }),
  /** For changes: the action in the activity log, and the id of its entry, which may have been deleted. */
  action: text({ nullable: true }),
  activityId: uuid({ nullable: true }),
  /** The actor; null for visitors. During impersonation, the administrator. */
  userId: uuid({ nullable: true }),
  /** The affected user, such as the target of a visitor's sign-in attempt. */
  targetUserId: uuid({ nullable: true }),
  accountId: uuid({ nullable: true }),
  /**
   * A keyed hash of text entered as the email address of an unknown user. The text may be a password, so only its hash
   * is stored. The same text always has the same hash.
   */
  emailHash: text({ nullable: true }),
  ipAddress: text({ nullable: true }),
  userAgent: text({ nullable: true }),
  count: integer({ default: 1 }),
  firstAt: timestamptz({ default: () => 'now()' }),
  createdAt: timestamptz({ default: () => 'now()' }),
}) {}
