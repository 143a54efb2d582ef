import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  Unique,
  type Relation,
} from 'typeorm';

import { User } from './user.entity';

/** A passkey (WebAuthn credential) of a user, for the second step. The authenticator has the private key. */
@Entity('passkeys')
@Unique('uq_passkeys_credential', ['credentialId'])
export class Passkey {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_passkeys' })
  id!: string;

  @Index('ix_passkeys_user')
  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_passkeys_user' })
  user?: Relation<User>;

  /** Chosen by the authenticator, in base64url. */
  @Column('text')
  credentialId!: string;

  /** A COSE key. */
  @Column('bytea')
  publicKey!: Buffer;

  /** How often the authenticator says that it was used; 0 from those that do not count. */
  @Column('bigint')
  counter!: string;

  /** How browsers reach it, such as `internal` or `usb`. */
  @Column('text', { array: true, default: [] })
  transports!: string[];

  /** That its owner gave it. */
  @Column('text')
  name!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
