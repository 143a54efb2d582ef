import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SecurityEventKind, SecurityOutcome } from '@ringwell/domain/security-event';

/**
 * Who tried or did something that matters for security, from where, and with which outcome. Rows are only added, and
 * deleted when they are old. They refer to users and accounts without foreign keys: they outlive them, name no one
 * without them, and recording one waits for no lock.
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

  /** Why it was refused: a code of the API or one of `REFUSAL_REASONS`. */
  @Column('text', { nullable: true })
  code!: string | null;

  /** The method and the pattern of the route, such as `GET /api/calls/:id`. */
  @Column('text', { nullable: true })
  route!: string | null;

  /** For changes: the action in the activity log, and the id of its entry, which may be gone. */
  @Column('text', { nullable: true })
  action!: string | null;

  @Column('uuid', { nullable: true })
  activityId!: string | null;

  /** Who did it; null for visitors. During impersonation, the administrator. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Whom it concerns, such as the user as whom a visitor tried to sign in. */
  @Column('uuid', { nullable: true })
  targetUserId!: string | null;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  /**
   * A keyed hash of what was entered as an email address that no user has. It may be a password, so it is not stored
   * itself; equal hashes are the same text.
   */
  @Column('text', { nullable: true })
  emailHash!: string | null;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** How many equal events the row stands for. */
  @Column('integer', { default: 1 })
  count!: number;

  /** Of the first of them. */
  @Column('timestamptz', { default: () => 'now()' })
  firstAt!: Date;

  /** Of the last of them. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
