import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { Repositories } from '@ringwell/database/unit-of-work';
import type { SecondFactor } from '@ringwell/domain/accounts/second-factor';
import type { RejectionReason } from '@ringwell/domain/accounts/security-event';
import { AppError } from '@ringwell/domain/errors/app-error';
import { hashRecoveryCode, parseRecoveryCode } from '@ringwell/platform/crypto/recovery-code';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { isTotpCode, verifyTotp } from '@ringwell/platform/crypto/totp';

import { setRejection } from '../../http/security/rejection';
import { ThrottleService } from '../../http/throttling/throttle.service';
import { PasskeyCeremonyService, type VerifiedPasskey } from './passkeys/passkey-ceremony.service';

/** A user's proof: a code from the app or a recovery code as typed, or the browser's passkey response. */
export type PresentedFactor = { code: string } | { credential: string };

/** A presented factor, after the checks that don't need a transaction. */
export type FactorProof = { code: string } | { passkey: VerifiedPasskey | undefined };

export interface FactorResult {
  method: SecondFactor;
  /** The reason for the rejection; undefined if the proof was valid and has been consumed. */
  rejection?: RejectionReason;
}

/** Verifies authenticator codes, recovery codes and passkeys. Each response is accepted once. */
@Injectable()
export class SecondFactorCheckService {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly throttle: ThrottleService,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly factors: SecondFactorsRepository,
  ) {}

  /** Returns whether a user has a second factor. */
  isRequired(userId: string): Promise<boolean> {
    return this.factors.isRequired(userId);
  }

  /**
   * Counts a guess, so that someone who knows the password gets only a few. `refundGuess` removes a correct guess from
   * the count.
   * @throws AppError `RATE_LIMITED`
   */
  async countGuess({ id }: User, response: Response): Promise<void> {
    await this.throttle.count('second-factor', id).catch((error: unknown) => {
      if (error instanceof AppError)
        setRejection(response, { kind: 'sign_in', method: 'totp', code: error.code, targetUserId: id });
      throw error;
    });
  }

  async refundGuess({ id }: User): Promise<void> {
    await this.throttle.undoCount('second-factor', id);
  }

  /** Verifies the signature if the factor is a passkey. @param purpose the one given to `startAuthentication` */
  async createProof(userId: string, factor: PresentedFactor, purpose: string): Promise<FactorProof> {
    if ('code' in factor) return factor;
    return { passkey: await this.ceremony.verify(userId, factor.credential, purpose) };
  }

  /**
   * Verifies a proof, and consumes it if valid.
   * @param repositories of a transaction in which the user is locked; commit it if the proof is valid
   * @throws AppError `SECRET_UNREADABLE`
   */
  async verifyProof(repositories: Repositories, userId: string, proof: FactorProof): Promise<FactorResult> {
    return 'code' in proof
      ? this.checkCode(repositories, userId, proof.code)
      : checkPasskey(repositories, userId, proof.passkey);
  }

  private async checkCode({ secondFactors }: Repositories, userId: string, enteredCode: string): Promise<FactorResult> {
    const digits = enteredCode.replace(/\s/g, '');
    if (!isTotpCode(digits)) {
      const method = 'recovery_code';
      const code = parseRecoveryCode(enteredCode);
      const salt = await secondFactors.findRecoverySalt(userId);
      if (code === undefined || salt === undefined) return { method, rejection: 'WRONG_CODE' };
      const isUsed = await secondFactors.useRecoveryCode(userId, await hashRecoveryCode(code, salt));
      return isUsed ? { method } : { method, rejection: 'WRONG_CODE' };
    }
    const method = 'totp';
    const factor = await secondFactors.findTotp(userId);
    const counter = factor ? verifyTotp(this.openSecret(factor), digits) : undefined;
    if (counter === undefined) return { method, rejection: 'WRONG_CODE' };
    return (await secondFactors.useTotp(userId, counter)) ? { method } : { method, rejection: 'CODE_USED' };
  }

  /** @throws AppError `SECRET_UNREADABLE` */
  openSecret({ userId, sealedSecret }: { userId: string; sealedSecret: string }): string {
    return this.secretBox.open(sealedSecret, SEALED_FIELDS.totpSecret(userId));
  }

  sealSecret(userId: string, secret: string): string {
    return this.secretBox.seal(secret, SEALED_FIELDS.totpSecret(userId));
  }
}

async function checkPasskey(
  { passkeys }: Repositories,
  userId: string,
  passkey: VerifiedPasskey | undefined,
): Promise<FactorResult> {
  const method = 'passkey';
  if (!passkey) return { method, rejection: 'WRONG_PASSKEY' };
  const isUsed = await passkeys.use(userId, passkey.id, passkey.counter);
  return isUsed ? { method } : { method, rejection: 'PASSKEY_COPIED' };
}

export function describeFactorRejection({ method, rejection }: FactorResult): string {
  if (method === 'passkey') return "This passkey couldn't be verified. Try again, or sign in another way.";
  if (rejection === 'CODE_USED') return 'This code was already used. Wait for the next one in your app.';
  return method === 'totp'
    ? "Incorrect code. Enter the one your app shows now. If it's rejected again, check your phone's clock."
    : 'This is not one of your recovery codes, or it was already used. Each one works once.';
}
