import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { Created } from '../../base-columns';
import { User } from '../user.entity';

/** A user's passkey (WebAuthn credential) for the second step or in place of the password. The private key stays in the authenticator. */
@Entity('passkeys')
@Unique('uq_passkeys_credential', ['credentialId'])
export class Passkey extends Created {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'pk_passkeys' })
  id!: string;

  @Index('ix_passkeys_user')
  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_passkeys_user', onDelete: 'CASCADE' })
  userId!: string;

  /** Chosen by the authenticator, in base64url. */
  @Column('text')
  credentialId!: string;

  /** A COSE key. */
  @Column('bytea')
  publicKey!: Buffer;

  /** Number of uses reported by the authenticator; 0 from authenticators that do not count. */
  @Column('bigint')
  counter!: string;

  /** Transports to the authenticator, such as `internal` or `usb`. */
  @Column('text', { array: true, default: [] })
  transports!: string[];

  @Column('text')
  name!: string;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
