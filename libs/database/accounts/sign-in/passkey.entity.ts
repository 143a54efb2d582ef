import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

import { Created } from '../../base-columns';
import { User } from '../user.entity';

/** A user's passkey (WebAuthn credential) used for the second step or instead of the password. The private key stays in the authenticator. */
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

  /** Number of uses reported by the authenticator; 0 if the authenticator doesn't count. */
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
