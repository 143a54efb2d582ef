import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

import { User } from '../user.entity';

/** A user's authenticator app. Its setup is unfinished until `activatedAt` is set. */
@Entity('totp_factors')
export class TotpFactor {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_totp_factors' })
  @ForeignKey(() => User, { name: 'fk_totp_factors_user', onDelete: 'CASCADE' })
  userId!: string;

  /** A base32 secret, sealed. */
  @Column('text')
  sealedSecret!: string;

  /** Time step of the latest accepted code. Codes for this and earlier steps are rejected. */
  @Column('integer', { nullable: true })
  lastCounter!: number | null;

  @Column('timestamptz', { nullable: true })
  activatedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
