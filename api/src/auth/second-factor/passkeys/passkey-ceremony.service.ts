import { Inject, Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

import type { Passkey } from '@ringwell/database/accounts/sign-in/passkey.entity';
import {
  CHALLENGE_MINUTES,
  PasskeysRepository,
  type NewPasskey,
} from '@ringwell/database/accounts/sign-in/passkeys.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { readAuthentication, readRegistration } from './passkey-credential';
import { relyingParty, supportsPasskeys } from './relying-party';

/** A passkey with a valid signature. */
export interface VerifiedPasskey {
  id: string;
  /** Signature counter reported by the authenticator. */
  counter: number;
}

/** A passkey used without a password. */
export interface PasskeyAssertion {
  userId: string;
  /** Identifies the signed challenge, which is accepted only once. */
  challengeHash: string;
  /** `undefined` when the signature is rejected. */
  passkey: VerifiedPasskey | undefined;
}

// Distinguishes challenges from other encrypted values.
const SIGN_IN_CHALLENGE = 'passkey sign-in';

// Loading the library takes 250 ms of CPU time, so it's loaded on first use.
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * Creates passkey challenges and verifies the responses (WebAuthn Level 3, sections 7.1 and 7.2). Each challenge is
 * tied to one user and one purpose, such as a sign-in in one browser. The first response consumes it, valid or not.
 */
@Injectable()
export class PasskeyCeremonyService {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns whether a user has a passkey and can use it at PUBLIC_URL. */
  async hasPasskey(userId: string): Promise<boolean> {
    return supportsPasskeys(this.config) && (await this.passkeys.count(userId)) > 0;
  }

  /** Returns options for `navigator.credentials.create`. @param purpose identifies what the new passkey is for */
  async startRegistration(user: User, purpose: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await loadLibrary();
    const options = await generateRegistrationOptions({
      rpName: this.config.PRODUCT_NAME,
      rpID: relyingParty(this.config).id,
      userID: Uint8Array.from(toUserHandle(user.id)),
      userName: user.email ?? userDisplayName(user),
      userDisplayName: userDisplayName(user),
      attestationType: 'none',
      excludeCredentials: (await this.passkeys.list(user.id)).map(toDescriptor),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    await this.passkeys.setChallenge(user.id, hashToken(purpose), hashToken(options.challenge));
    return options;
  }

  /** @param credential JSON from the browser @returns the passkey to store; `undefined` when it is rejected */
  async finishRegistration(
    userId: string,
    credential: string,
    purpose: string,
  ): Promise<Omit<NewPasskey, 'name'> | undefined> {
    const expectedHash = await this.passkeys.takeChallenge(userId, hashToken(purpose));
    const response = readRegistration(credential);
    if (!response || expectedHash === undefined) return undefined;
    const { id, origin } = relyingParty(this.config);
    const { verifyRegistrationResponse } = await loadLibrary();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => hashToken(challenge) === expectedHash,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    }).catch(toUnverified);
    if (!verified || !registrationInfo) return undefined;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const transports = response.response.transports ?? [];
    return { userId, credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  }

  /** Returns options for `navigator.credentials.get`. @param purpose identifies what the response is for */
  async startAuthentication(userId: string, purpose: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadLibrary();
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(this.config).id,
      allowCredentials: (await this.passkeys.list(userId)).map(toDescriptor),
      userVerification: 'preferred',
    });
    await this.passkeys.setChallenge(userId, hashToken(purpose), hashToken(options.challenge));
    return options;
  }

  /** @param credential JSON that the browser created @returns `undefined` when it is rejected */
  async verify(userId: string, credential: string, purpose: string): Promise<VerifiedPasskey | undefined> {
    const expectedHash = await this.passkeys.takeChallenge(userId, hashToken(purpose));
    const response = readAuthentication(credential);
    const passkey = response && (await this.passkeys.find(userId, response.id));
    if (!passkey || expectedHash === undefined) return undefined;
    return this.verifySignature(response, passkey, (challenge) => hashToken(challenge) === expectedHash);
  }

  /**
   * Returns options for `navigator.credentials.get` before the user is known. The challenge contains its own expiration
   * time, so viewing the page doesn't create a row.
   */
  async startSignIn(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadLibrary();
    return generateAuthenticationOptions({
      rpID: relyingParty(this.config).id,
      allowCredentials: [],
      userVerification: 'required',
      challenge: this.secretBox.seal(String(Date.now() + CHALLENGE_MINUTES * 60_000), SIGN_IN_CHALLENGE),
    });
  }

  /**
   * Verifies a passkey that replaces the password: its authenticator must have verified the user and returned their id.
   * @param credential JSON that the browser created
   * @returns `undefined` when no user has this passkey
   */
  async verifySignIn(credential: string): Promise<PasskeyAssertion | undefined> {
    const response = readAuthentication(credential);
    const passkey = response && (await this.passkeys.findByCredential(response.id));
    if (!passkey || response.response.userHandle !== toUserHandle(passkey.userId).toString('base64url'))
      return undefined;
    let challengeHash = '';
    const isUnexpired = (challenge: string): boolean => {
      challengeHash = hashToken(challenge);
      return (
        Number(this.secretBox.open(Buffer.from(challenge, 'base64url').toString(), SIGN_IN_CHALLENGE)) > Date.now()
      );
    };
    const verified = await this.verifySignature(response, passkey, isUnexpired, { requireUserVerification: true });
    return { userId: passkey.userId, challengeHash, passkey: verified };
  }

  private async verifySignature(
    response: AuthenticationResponseJSON,
    passkey: Passkey,
    isExpected: (challenge: string) => boolean,
    { requireUserVerification } = { requireUserVerification: false },
  ): Promise<VerifiedPasskey | undefined> {
    const { id, origin } = relyingParty(this.config);
    const { verifyAuthenticationResponse } = await loadLibrary();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: isExpected,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification,
      // The counter is checked when it's stored, to also cover simultaneous requests.
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    }).catch(toUnverified);
    return verified && authenticationInfo ? { id: passkey.id, counter: authenticationInfo.newCounter } : undefined;
  }
}

// Returns the user handle that authenticators store with the passkey.
function toUserHandle(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

function toDescriptor({ credentialId, transports }: Passkey): {
  id: string;
  transports: AuthenticatorTransport[];
} {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}

// The library throws for every invalid response. Nothing else there can throw.
function toUnverified(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false };
}
