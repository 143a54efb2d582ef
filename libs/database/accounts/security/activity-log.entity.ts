import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { Created } from '../../base-columns';
import { Account } from '../account.entity';
import { User } from '../user.entity';

@Entity('activity_logs')
@Index('ix_activity_logs_user', ['userId'])
@Index('ix_activity_logs_created', ['createdAt'])
@Index('ix_activity_logs_action', ['action', 'createdAt', 'id'])
@Index('ix_activity_logs_target', { synchronize: false })
@Index('ix_activity_logs_account', { synchronize: false })
export class ActivityLog extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_activity_logs' })
  id!: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_activity_logs_user', onDelete: 'SET NULL' })
  userId!: string | null;

  /** The account that the entry is about; null for entries that are only about a user, and once the account is deleted. */
  @Column('uuid', { nullable: true })
  @ForeignKey(() => Account, { name: 'fk_activity_logs_account', onDelete: 'SET NULL' })
  accountId!: string | null;

  @Column('text')
  action!: string;

  @Column('text')
  description!: string;

  @Column('jsonb', { nullable: true })
  metadata!: Record<string, unknown> | null;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;
}
