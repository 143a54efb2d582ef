import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { AppError } from '@ringwell/domain/app-error';
import { verifyPassword } from '@ringwell/platform/crypto/password';

import { SessionsService } from '../session/sessions.service';
import { SignInRefusals } from './sign-in-refusals';
import { SignInThrottleService } from './sign-in-throttle.service';
import type { SignInDto } from './sign-in.dto';

/** Signs people in with e-mail address and password. */
@Injectable()
export class LocalSignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly throttle: SignInThrottleService,
    private readonly refusals: SignInRefusals,
  ) {}

  /**
   * Starts a session. Somebody unknown, disabled or without a password gets the same answer as somebody with a wrong one, after
   * the same time: each attempt computes one hash. So does somebody whose password is changed while it is computed.
   * @throws AppError `SIGN_IN_REFUSED`, `RATE_LIMITED`
   */
  async signIn({ email, password }: SignInDto, request: Request, response: Response): Promise<User> {
    await this.throttle.countAttempt(email, request);
    const user = await this.users.findByEmail(email);
    const isRight = await verifyPassword(user?.isActive ? user.passwordHash : null, password);
    if (user && isRight && (await this.sessions.start(user, 'password', request, response))) return user;
    if (user) this.refusals.note(user, 'password', request);
    throw new AppError({
      kind: 'unauthenticated',
      code: 'SIGN_IN_REFUSED',
      message: 'The email address or the password is not right. Check both and try again.',
    });
  }
}
