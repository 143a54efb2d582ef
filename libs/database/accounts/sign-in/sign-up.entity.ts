import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-up whose email address isn't confirmed yet. The emailed confirmation link contains the token. */
@Entity('sign_ups')
export class SignUp {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sign_ups' })
  tokenHash!: string;

  /** In lowercase. */
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

  /** The web app page to open after confirmation. */
  @Column('text')
  returnTo!: string;

  @Index('ix_sign_ups_expires')
  @Column('timestamptz')
  expiresAt!: Date;
}
