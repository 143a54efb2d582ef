import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { AppError } from '@ringwell/domain/app-error';
import type { SecondFactor } from '@ringwell/domain/second-factor';
import type { RefusalReason } from '@ringwell/domain/security-event';
import { hashRecoveryCode, readRecoveryCode } from '@ringwell/platform/crypto/recovery-code';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { isTotpCode, verifyTotp } from '@ringwell/platform/crypto/totp';

import { explainRefusal } from '../../http/security/refusal';
import { ThrottleService } from '../../http/throttling/throttle.service';

export interface CheckedCode {
  method: SecondFactor;
  /** Why the code is refused; none when it is right, and used up now. */
  refusal?: RefusalReason;
}

/** Verifies codes of authenticator apps and recovery codes. Each is accepted once. */
@Injectable()
export class SecondFactorCheckService {
  constructor(
    private readonly box: SecretBox,
    private readonly throttle: ThrottleService,
  ) {}

  /**
   * Counts a guess, which `forgive` takes back when it was right: whoever knows the password of a user has few.
   * @throws AppError `RATE_LIMITED`
   */
  async countGuess({ id }: User, response: Response): Promise<void> {
    await this.throttle.count('second-factor', id).catch((error: unknown) => {
      if (error instanceof AppError)
        explainRefusal(response, { kind: 'sign_in', method: 'totp', code: error.code, targetUserId: id });
      throw error;
    });
  }

  async forgive({ id }: User): Promise<void> {
    await this.throttle.forgive('second-factor', id);
  }

  /**
   * Verifies a code, and uses it up if it is right.
   * @param repositories of a transaction in which the user is locked; it must be committed if the code counts
   * @param typed a code of the app or a recovery code, as it was typed
   */
  async check({ secondFactors }: Repositories, userId: string, typed: string): Promise<CheckedCode> {
    const digits = typed.replace(/\s/g, '');
    if (!isTotpCode(digits)) {
      const method = 'recovery_code';
      const code = readRecoveryCode(typed);
      const salt = await secondFactors.findRecoverySalt(userId);
      if (code === undefined || salt === undefined) return { method, refusal: 'WRONG_CODE' };
      const isUsed = await secondFactors.useRecoveryCode(userId, await hashRecoveryCode(code, salt));
      return isUsed ? { method } : { method, refusal: 'WRONG_CODE' };
    }
    const method = 'totp';
    const factor = await secondFactors.findTotp(userId);
    const counter = factor ? verifyTotp(this.secretOf(factor), digits) : undefined;
    if (counter === undefined) return { method, refusal: 'WRONG_CODE' };
    return (await secondFactors.useTotp(userId, counter)) ? { method } : { method, refusal: 'CODE_USED' };
  }

  /** @throws AppError `SECRET_UNREADABLE` */
  secretOf({ userId, sealedSecret }: { userId: string; sealedSecret: string }): string {
    return this.box.open(sealedSecret, SEALED_FIELDS.totpSecret(userId));
  }

  seal(userId: string, secret: string): string {
    return this.box.seal(secret, SEALED_FIELDS.totpSecret(userId));
  }
}

/** What people read about a refused code. */
export function codeRefusal({ method, refusal }: CheckedCode): string {
  if (refusal === 'CODE_USED') return 'This code was used already. Wait for the next one in your app.';
  return method === 'totp'
    ? "This code is wrong. Enter the one that your app shows now, and check your phone's clock if it is refused again."
    : 'This is not one of your recovery codes, or it was used already. Each one works once.';
}
