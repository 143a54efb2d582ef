import { CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../accounts/user.entity';

@Entity('usage_notices')
export class UsageNotice {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_usage_notices' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_usage_notices_user' })
  user?: Relation<User>;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'pk_usage_notices' })
  periodStartsAt!: Date;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_usage_notices' })
  level!: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
