import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import { Created } from '../../base-columns';
import { Member } from '../members/member.entity';

/** An app that a member has connected to an account by signing in. Deleting the row revokes all its tokens. */
@Entity('assistants')
@Index('ix_assistants_member', ['accountId', 'userId'])
// When a member leaves the account, their assistants are deleted.
@ForeignKey(() => Member, ['accountId', 'userId'], ['accountId', 'userId'], {
  name: 'fk_assistants_member',
  onDelete: 'CASCADE',
})
export class Assistant extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_assistants' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Index('ix_assistants_user')
  @Column('uuid')
  userId!: string;

  @Index('ix_assistants_client')
  @Column('text')
  clientId!: string;

  /** The app's self-chosen, unverified name. */
  @Column('text')
  name!: string;

  /** Where the browser was redirected after the member consented, such as `claude.ai`, or `this computer`. */
  @Column('text')
  host!: string;

  @Column('boolean')
  isReadOnly!: boolean;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
