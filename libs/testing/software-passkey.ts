import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Options that an API passes to `navigator.credentials`. */
export interface PasskeyOptions {
  challenge: string;
  /** Only options for a new passkey include its user. */
  user?: { id: string };
}

/** How a dishonest browser or authenticator should behave. */
export interface PasskeyOverrides {
  challenge?: string;
  origin?: string;
  rpId?: string;
  /** Counter value to report instead of incrementing the authenticator's own. */
  counter?: number;
  credentialId?: string;
  /** Signs with another passkey's key. */
  signedBy?: SoftwarePasskey;
  /** The authenticator doesn't ask for a fingerprint, face or PIN. */
  isUnverified?: boolean;
  /** User handle to return instead of its own, in base64url; '' for none, like a non-discoverable passkey. */
  userHandle?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const encodeUint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A passkey and its browser: ES256, attestation `none`, a counter (WebAuthn Level 3, sections 6.1 and 6.5). */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;
  private counter = 0;
  private userHandle = '';

  /** @param origin origin of the page that uses the passkey */
  constructor(private readonly origin: string) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.publicKey = pair.publicKey;
    this.privateKey = pair.privateKey;
  }

  /** Returns the result of `navigator.credentials.create`, as JSON. */
  create({ challenge, user }: PasskeyOptions, overrides: PasskeyOverrides = {}): string {
    this.userHandle = user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), encodeUint(id.length, 2), id, this.encodePublicKey()]);
    const authData = Buffer.concat([this.buildAuthenticatorData(overrides, HAS_CREDENTIAL), credential]);
    // CBOR: { fmt: 'none', attStmt: {}, authData }.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      encodeUint(authData.length, 2),
      authData,
    ]);
    return this.buildCredential({
      clientDataJSON: this.buildClientData('webauthn.create', challenge, overrides),
      attestationObject,
      transports: ['internal'],
    });
  }

  /** Returns the result of `navigator.credentials.get`, as JSON. */
  use({ challenge }: PasskeyOptions, overrides: PasskeyOverrides = {}): string {
    this.counter += 1;
    const authenticatorData = this.buildAuthenticatorData(overrides);
    const clientDataJSON = this.buildClientData('webauthn.get', challenge, overrides);
    const signedData = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign('sha256', signedData, (overrides.signedBy ?? this).privateKey);
    const { userHandle = this.userHandle } = overrides;
    const user: Record<string, Buffer> = userHandle === '' ? {} : { userHandle: Buffer.from(userHandle, 'base64url') };
    return this.buildCredential({ clientDataJSON, authenticatorData, signature, ...user }, overrides.credentialId);
  }

  private buildAuthenticatorData(
    { rpId = new URL(this.origin).hostname, counter = this.counter, isUnverified = false }: PasskeyOverrides,
    flags = 0,
  ): Buffer {
    const userFlags = isUnverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED;
    return Buffer.concat([sha256(rpId), encodeUint(userFlags | flags, 1), encodeUint(counter, 4)]);
  }

  private buildClientData(type: string, challenge: string, overrides: PasskeyOverrides): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  // CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
  private encodePublicKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const encodeCoordinate = (name: string, value: string): Buffer =>
      Buffer.concat([Buffer.from(`${name}5820`, 'hex'), Buffer.from(value, 'base64url')]);
    return Buffer.concat([Buffer.from('a5010203262001', 'hex'), encodeCoordinate('21', x), encodeCoordinate('22', y)]);
  }

  private buildCredential(response: Record<string, Buffer | string[]>, id = this.id): string {
    const texts = Object.entries(response).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64url') : value,
    ]);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: Object.fromEntries(texts) as unknown,
    });
  }
}
