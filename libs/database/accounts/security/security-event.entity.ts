import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SecurityEventKind, SecurityOutcome } from '@ringwell/domain/accounts/security-event';

/**
 * A security-relevant action or attempt: who, from where, and with which outcome. Rows are never updated, and deleted
 * once they're old. They reference users and accounts without foreign keys, so they outlive both, contain no names, and
 * can be inserted without waiting for locks.
 */
@Entity('security_events')
@Index('ix_security_events_created', ['createdAt', 'id'])
@Index('ix_security_events_user', { synchronize: false })
@Index('ix_security_events_target', { synchronize: false })
@Index('ix_security_events_account', { synchronize: false })
@Index('ix_security_events_kind', ['kind', 'outcome', 'createdAt', 'id'])
@Index('ix_security_events_address', { synchronize: false })
@Index('ix_security_events_email', { synchronize: false })
export class SecurityEvent {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_security_events' })
  id!: string;

  @Column('text')
  kind!: SecurityEventKind;

  @Column('text')
  outcome!: SecurityOutcome;

  /** One of `SECURITY_METHODS`. */
  @Column('text', { nullable: true })
  method!: string | null;

  /** Why it was rejected: an API error code or one of `REFUSAL_REASONS`. */
  @Column('text', { nullable: true })
  code!: string | null;

  /** The method and route pattern, such as `GET /api/calls/:id`. */
  @Column('text', { nullable: true })
  route!: string | null;

  /** For changes: the action in the activity log, and the id of its entry, which may have been deleted. */
  @Column('text', { nullable: true })
  action!: string | null;

  @Column('uuid', { nullable: true })
  activityId!: string | null;

  /** The actor; null for visitors. During impersonation, the administrator. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The affected user, such as the one whose account a visitor tried to sign in to. */
  @Column('uuid', { nullable: true })
  targetUserId!: string | null;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /**
   * A keyed hash of text entered as the email address of an unknown user. The text may be a password, so only its hash
   * is stored. The same text always has the same hash.
   */
  @Column('text', { nullable: true })
  emailHash!: string | null;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('integer', { default: 1 })
  count!: number;

  @Column('timestamptz', { default: () => 'now()' })
  firstAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
