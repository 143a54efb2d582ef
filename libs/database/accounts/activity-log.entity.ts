import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

import { User } from './user.entity';

@Entity('activity_logs')
@Index('ix_activity_logs_user', ['userId'])
@Index('ix_activity_logs_created', ['createdAt'])
@Index('ix_activity_logs_target', { synchronize: false })
export class ActivityLog {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_activity_logs' })
  id!: string;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_activity_logs_user' })
  user?: Relation<User> | null;

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

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
