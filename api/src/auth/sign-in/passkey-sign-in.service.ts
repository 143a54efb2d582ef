import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { RejectionReason } from '@ringwell/domain/accounts/security-event';
import { unauthenticated, type AppError } from '@ringwell/domain/errors/app-error';

import { setRejection } from '../../http/security/rejection';
import { getNetwork } from '../../http/throttling/client-network';
import { ThrottleService } from '../../http/throttling/throttle.service';
import { PasskeyCeremonyService } from '../second-factor/passkeys/passkey-ceremony.service';
import { SessionsService } from '../session/sessions.service';
import { FailedSignInService } from './failed-sign-in.service';
import type { SignInUser } from './signed-in';

/**
 * Signs users in with only a passkey whose authenticator has verified the user. Users without a password, who sign in
 * with the provider, are rejected.
 */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ceremony: PasskeyCeremonyService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly failedSignIns: FailedSignInService,
  ) {}

  /**
   * @param credential JSON that the browser created
   * @throws AppError `SIGN_IN_REFUSED`, the same regardless of the reason
   */
  async signIn(credential: string, request: Request, response: Response): Promise<SignInUser> {
    const assertion = await this.ceremony.verifySignIn(credential);
    if (!assertion) throw this.rejectSignIn(null, 'WRONG_PASSKEY', request, response);
    const { userId, challengeHash, passkey } = assertion;
    const { user, rejection } = await this.unitOfWork.run(async ({ users, passkeys }) => {
      const owner = await users.lock(userId);
      const reject = (reason: RejectionReason) => ({ user: owner, rejection: reason });
      if (!passkey || !owner || !(await passkeys.useChallenge(userId, challengeHash))) return reject('WRONG_PASSKEY');
      if (!owner.isActive || owner.passwordHash === null) return reject('USER_DISABLED');
      if (!(await passkeys.use(userId, passkey.id, passkey.counter))) return reject('PASSKEY_COPIED');
      return { user: owner, rejection: undefined };
    });
    if (!user || rejection !== undefined)
      throw this.rejectSignIn(user, rejection ?? 'WRONG_PASSKEY', request, response);
    const proof = { signedInWith: 'passkey', secondFactor: 'passkey' } as const;
    if (!(await this.sessions.start(user, proof, request, response)))
      throw this.rejectSignIn(user, 'USER_DISABLED', request, response);
    await this.throttle.undoCount('sign-in', getNetwork(request)); // the guard already counted the attempt
    return { user, hasWeakPassword: false };
  }

  private rejectSignIn(user: User | null, code: RejectionReason, request: Request, response: Response): AppError {
    setRejection(response, { kind: 'sign_in', method: 'passkey', code, targetUserId: user?.id });
    if (user) this.failedSignIns.record(user, 'passkey', request);
    return unauthenticated('SIGN_IN_REFUSED', "This passkey can't sign you in. Use your password.");
  }
}
