import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { User } from '../accounts/user.entity';
import { Created } from '../base-columns';

/** A named call list filter saved by a user. */
@Entity('saved_filters')
@Index('uq_saved_filters_name', { synchronize: false })
export class SavedFilter extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_saved_filters' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_saved_filters_user', onDelete: 'CASCADE' })
  userId!: string;

  @Column('text')
  name!: string;

  /** Query parameters for the API's call list. */
  @Column('jsonb')
  filters!: Record<string, string>;
}
