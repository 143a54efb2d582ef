import { Check, Column, Entity, PrimaryGeneratedColumn, Unique, UpdateDateColumn } from 'typeorm';

import { Created } from '../base-columns';

export const USER_ROLES = ['user', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Someone who signs in. Their data belongs to the accounts they're members of. */
@Entity('users')
@Unique('uq_users_email', ['email'])
@Unique('uq_users_oidc', ['oidcIssuer', 'oidcSubject'])
@Check('ck_users_email', 'email = lower(email)')
@Check('ck_users_role', "role in ('user', 'admin')")
export class User extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_users' })
  id!: string;

  /** In lowercase. `null` if the sign-in provider doesn't supply one. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** False for an address entered at sign-up and not yet confirmed. */
  @Column('boolean', { default: true })
  isEmailConfirmed!: boolean;

  @Column('text', { nullable: true })
  firstName!: string | null;

  @Column('text', { nullable: true })
  lastName!: string | null;

  @Column('text', { nullable: true })
  profileImageUrl!: string | null;

  @Column('text', { default: 'user' })
  role!: UserRole;

  /** Whether the user can sign in. */
  @Column('boolean', { default: true })
  isActive!: boolean;

  /** argon2id in PHC format; `null` for users who only sign in through OIDC. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  /** True if someone else chose the password. */
  @Column('boolean', { default: false })
  mustChangePassword!: boolean;

  @Column('text', { nullable: true })
  oidcIssuer!: string | null;

  @Column('text', { nullable: true })
  oidcSubject!: string | null;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
