import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';

import { User } from './user.entity';

/** The authenticator app of a user. Without `activatedAt`, its setup has been started only. */
@Entity('totp_factors')
export class TotpFactor {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_totp_factors' })
  userId!: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_totp_factors_user' })
  user?: Relation<User>;

  /** In base32 before it was sealed. */
  @Column('text')
  sealedSecret!: string;

  /** The time step of the latest code that was accepted. Codes of it and of earlier ones are refused. */
  @Column('integer', { nullable: true })
  lastCounter!: number | null;

  @Column('timestamptz', { nullable: true })
  activatedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  /** When the setup was started. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
