import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from '../user.entity';

/** The next value that a passkey must sign, one per purpose, such as the sign-in of a browser; or a used value, which cannot sign in again. */
@Entity('passkey_challenges')
export class PasskeyChallenge {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_passkey_challenges' })
  purposeHash!: string;

  @Index('ix_passkey_challenges_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_passkey_challenges_user' })
  user?: Relation<User>;

  @Column('text')
  challengeHash!: string;

  @Index('ix_passkey_challenges_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
