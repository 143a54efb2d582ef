import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/**
 * The challenge that a passkey must sign next for a purpose, such as signing in from a browser. Used challenges are
 * stored too, so that they can't be reused.
 */
@Entity('passkey_challenges')
export class PasskeyChallenge {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_passkey_challenges' })
  purposeHash!: string;

  @Index('ix_passkey_challenges_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_passkey_challenges_user', onDelete: 'CASCADE' })
  userId!: string;

  @Column('text')
  challengeHash!: string;

  @Index('ix_passkey_challenges_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
