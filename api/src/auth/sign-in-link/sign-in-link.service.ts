import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { endSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { invalid, type AppError } from '@ringwell/domain/errors/app-error';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { getActor } from '../principal/actor';
import { SessionsService } from '../session/sessions.service';

/** Signs users in with a link that an operator created (`restore-access`), even if password sign-in is disabled. */
@Injectable()
export class SignInLinkService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionsService,
  ) {}

  /** Returns the user whom a link signs in, without consuming the link. @throws AppError `SIGN_IN_LINK_INVALID` */
  async getUser(token: string): Promise<User> {
    const user = await this.unitOfWork.run(async ({ signInLinks, users }) => {
      const userId = await signInLinks.find(hashToken(token));
      return userId === undefined ? null : await users.findById(userId);
    });
    if (!user) throw linkInvalid();
    return user;
  }

  /** Consumes a link, ends all of its user's sessions, and starts one. @throws AppError `SIGN_IN_LINK_INVALID` */
  async signIn(token: string, request: Request, response: Response): Promise<void> {
    const { id } = await this.getUser(token);
    const user = await this.unitOfWork.run(async (repositories) => {
      const lockedUser = await repositories.users.lock(id);
      // Another request used the link while this one was waiting, as after a double click.
      if (!lockedUser || (await repositories.signInLinks.find(hashToken(token))) === undefined) throw linkInvalid();
      await endSessions(repositories, { ...getActor(request), userId: id }, id); // also deletes the user's links
      return lockedUser;
    });
    if (!(await this.sessions.start(user, { signedInWith: 'link' }, request, response))) throw linkInvalid();
  }
}

function linkInvalid(): AppError {
  return invalid(
    'SIGN_IN_LINK_INVALID',
    'This link has expired or was already used. Ask the person who sent it for a new one.',
  );
}
