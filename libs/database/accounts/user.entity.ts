import { Check, Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique, UpdateDateColumn } from 'typeorm';

export const USER_ROLES = ['user', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const USER_STATUSES = ['demo', 'active'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** A person who signs in, and the account whose calls are processed. */
@Entity('users')
@Unique('uq_users_email', ['email'])
@Unique('uq_users_oidc', ['oidcIssuer', 'oidcSubject'])
@Check('ck_users_email', 'email = lower(email)')
@Check('ck_users_role', "role in ('user', 'admin')")
@Check('ck_users_status', "status in ('demo', 'active')")
export class User {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_users' })
  id!: string;

  /** Lower case. Null for people whose sign-in provider gives none. */
  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { nullable: true })
  firstName!: string | null;

  @Column('text', { nullable: true })
  lastName!: string | null;

  @Column('text', { nullable: true })
  profileImageUrl!: string | null;

  @Column('text', { nullable: true })
  company!: string | null;

  @Column('text', { nullable: true })
  serviceTitanTenant!: string | null;

  @Column('text', { default: 'user' })
  role!: UserRole;

  @Column('text', { default: 'demo' })
  status!: UserStatus;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Without a subscription, usage months count from here. */
  @Column('timestamptz', { nullable: true })
  activatedAt!: Date | null;

  /** argon2id, in PHC format; null for people who sign in through OIDC only. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('text', { nullable: true })
  oidcIssuer!: string | null;

  @Column('text', { nullable: true })
  oidcSubject!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
