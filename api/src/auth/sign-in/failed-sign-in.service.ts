import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { ActivityRepository } from '@ringwell/database/accounts/security/activity.repository';
import type { SessionData } from '@ringwell/database/accounts/sign-in/session.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { getActor } from '../principal/actor';

@Injectable()
export class FailedSignInService {
  constructor(
    private readonly activity: ActivityRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  // Doesn't wait for the write, because the response time would reveal which addresses exist.
  record(user: User, signedInWith: SessionData['signedInWith'], request: Request): void {
    this.activity
      .recordOncePerMinute(getActor(request), {
        action: 'Sign-in refused',
        description:
          `An attempt to sign in as ${userDisplayName(user)} was refused` +
          (user.isActive ? '.' : ': the account is disabled.'),
        metadata: { targetUserId: user.id, signedInWith },
      })
      .catch((err: unknown) => this.logger.warn({ err }, 'sign-in: failed to record refused attempt'));
  }
}
