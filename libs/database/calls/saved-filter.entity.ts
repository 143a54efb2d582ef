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

import { User } from '../accounts/user.entity';

/** A filter of the call list that a user saved under a name. */
@Entity('saved_filters')
@Index('uq_saved_filters_name', { synchronize: false })
export class SavedFilter {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_saved_filters' })
  id!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_saved_filters_user' })
  user?: Relation<User>;

  @Column('text')
  name!: string;

  /** Query parameters of the API's list. */
  @Column('jsonb')
  filters!: Record<string, string>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
