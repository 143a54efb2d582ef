import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';
import { verifyPassword } from '@ringwell/platform/crypto/password';

import { SessionsService } from '../session/sessions.service';
import { RefusedSignInService } from './refused-sign-in.service';
import { SignInThrottleService } from './sign-in-throttle.service';
import type { SignInDto } from './sign-in.dto';

@Injectable()
export class LocalSignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly throttle: SignInThrottleService,
    private readonly refusedSignIns: RefusedSignInService,
  ) {}

  /**
   * Starts a session. Unknown and disabled users, users without a password and users whose password changes meanwhile
   * get the same response as a wrong password, after the same time: each attempt computes one hash.
   * @throws AppError `SIGN_IN_REFUSED`, `RATE_LIMITED`
   */
  async signIn({ email, password }: SignInDto, request: Request, response: Response): Promise<User> {
    const attempt = await this.throttle.countAttempt(email, request);
    const user = await this.users.findByEmail(email);
    const isCorrect = await verifyPassword(user?.isActive ? user.passwordHash : null, password);
    if (user && isCorrect && (await this.sessions.start(user, 'password', request, response))) {
      await attempt.forgive();
      return user;
    }
    if (user) this.refusedSignIns.record(user, 'password', request);
    throw new AppError({
      kind: 'unauthenticated',
      code: 'SIGN_IN_REFUSED',
      message: 'Wrong email or password.',
    });
  }
}
