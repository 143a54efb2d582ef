import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { User } from '../accounts/user.entity';
import { Created } from '../base-columns';

/** A filter of the call list that a user saved under a name. */
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

  /** Query parameters of the API's list. */
  @Column('jsonb')
  filters!: Record<string, string>;
}
