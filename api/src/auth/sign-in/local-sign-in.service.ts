import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { SecondFactorsRepository } from '@ringwell/database/accounts/sign-in/second-factors.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import type { RejectionReason } from '@ringwell/domain/accounts/security-event';
import { AppError, unauthenticated } from '@ringwell/domain/errors/app-error';
import { verifyPassword } from '@ringwell/platform/crypto/password';

import { setRejection, type Rejection } from '../../http/security/rejection';
import { PasswordPolicyService } from '../password/password-policy.service';
import { SessionsService } from '../session/sessions.service';
import { FailedSignInService } from './failed-sign-in.service';
import { SecondStepService } from './second-step.service';
import { SignInThrottleService } from './sign-in-throttle.service';
import type { SignInDto } from './sign-in.dto';
import type { SignInUser } from './signed-in';

@Injectable()
export class LocalSignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly throttle: SignInThrottleService,
    private readonly policy: PasswordPolicyService,
    private readonly failedSignIns: FailedSignInService,
    private readonly secondFactors: SecondFactorsRepository,
    private readonly secondStep: SecondStepService,
  ) {}

  /**
   * Starts a session or, for users with a second factor, the second step. Unknown users, disabled users and users
   * without a password get the same response as a wrong password. It takes just as long, because every attempt computes
   * one hash.
   * @returns `second_step` when no session has started yet
   * @throws AppError `SIGN_IN_REFUSED`, `RATE_LIMITED`
   */
  async signIn(
    { email, password }: SignInDto,
    request: Request,
    response: Response,
  ): Promise<SignInUser | 'second_step'> {
    const recordRejection = (code: Rejection['code'], targetUserId?: string): void =>
      setRejection(response, { kind: 'sign_in', method: 'password', code, email, targetUserId });
    const attempt = await this.throttle.countAttempt(email, request).catch((error: unknown) => {
      if (error instanceof AppError) recordRejection(error.code);
      throw error;
    });
    const user = await this.users.findByEmail(email);
    const isCorrect = await verifyPassword(user?.isActive ? user.passwordHash : null, password);
    if (user && isCorrect) {
      const hasWeakPassword = await this.policy.isOutdated(password, user.email);
      const needsSecondStep = await this.secondFactors.isRequired(user.id);
      const isAccepted = needsSecondStep
        ? await this.secondStep.begin(user, hasWeakPassword, request, response)
        : await this.sessions.start(user, { signedInWith: 'password', hasWeakPassword }, request, response);
      if (isAccepted) {
        await attempt.undoCount();
        return needsSecondStep ? 'second_step' : { user, hasWeakPassword };
      }
    }
    recordRejection(getRejectionReason(user), user?.id);
    if (user) this.failedSignIns.record(user, 'password', request);
    throw unauthenticated('SIGN_IN_REFUSED', 'Wrong email or password.');
  }
}

function getRejectionReason(user: User | null): RejectionReason {
  if (!user) return 'UNKNOWN_EMAIL';
  return user.isActive ? 'WRONG_PASSWORD' : 'USER_DISABLED';
}
