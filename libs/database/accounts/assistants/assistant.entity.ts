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

import { Member } from '../members/member.entity';

/** A program that a member has connected to an account by signing in. Deleting the row ends all of its tokens. */
@Entity('assistants')
@Index('ix_assistants_member', ['accountId', 'userId'])
export class Assistant {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_assistants' })
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Index('ix_assistants_user')
  @Column('uuid')
  userId!: string;

  // When a member leaves the account, their assistants are deleted.
  @ManyToOne(() => Member, { onDelete: 'CASCADE' })
  @JoinColumn([
    { name: 'account_id', referencedColumnName: 'accountId', foreignKeyConstraintName: 'fk_assistants_member' },
    { name: 'user_id', referencedColumnName: 'userId', foreignKeyConstraintName: 'fk_assistants_member' },
  ])
  member?: Relation<Member>;

  @Index('ix_assistants_client')
  @Column('text')
  clientId!: string;

  /** The name that the program chose. It is not verified. */
  @Column('text')
  name!: string;

  /** Where the browser was sent after the consent, such as `claude.ai`, or `this computer`. */
  @Column('text')
  host!: string;

  @Column('boolean')
  isReadOnly!: boolean;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
