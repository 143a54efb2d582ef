import { Entity, Unique } from 'typeorm';

import { FieldsType } from '@ringwell/platform/fields-type';

import { CreatedEntity } from '../../base-columns';
import { bigint, column, generatedId, reference, text, timestamptz } from '../../columns';
import { User } from '../user.entity';

/**
 * A user's passkey (WebAuthn credential) used for the second step or instead of the password. The private key stays in
 * the authenticator.
 */
@Entity('passkeys')
@Unique('uq_passkeys_credential', ['credentialId'])
export class Passkey extends FieldsType(CreatedEntity, {
  id: generatedId('pk_passkeys'),
  userId: reference(() => User, 'fk_passkeys_user', 'CASCADE', { index: 'ix_passkeys_user' }),
  /** Chosen by the authenticator, in base64url. */
  credentialId: text(),
  /** A COSE key. */
  publicKey: column<Buffer>('bytea'),
  /** Number of uses reported by the authenticator; 0 if the authenticator doesn't count. */
  counter: bigint(),
  /** Transports to the authenticator, such as `internal` or `usb`. */
  transports: column<string[]>('text', { array: true, default: [] }),
  name: text(),
  lastUsedAt: timestamptz({ nullable: true }),
}) {}
