import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-up whose email address is not confirmed yet. The confirmation link in an email contains the token. */
@Entity('sign_ups')
export class SignUp {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sign_ups' })
  tokenHash!: string;

  /** In lower case. */
  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text')
  passwordHash!: string;

  /** The web app's page that opens after the confirmation. */
  @Column('text')
  returnTo!: string;

  @Index('ix_sign_ups_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
