import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { Invitation } from '@ringwell/database/accounts/members/invitation.entity';
import { InvitationsRepository } from '@ringwell/database/accounts/members/invitations.repository';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { accountName } from '@ringwell/domain/accounts/account-name';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { AppError } from '@ringwell/domain/errors/app-error';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { hashToken } from '@ringwell/platform/crypto/token-hash';

import { linkInvalid } from '../auth/email-links/email-links.service';
import { PasswordPolicyService } from '../auth/password/password-policy.service';
import { getActor } from '../auth/principal/actor';
import { SessionsService } from '../auth/session/sessions.service';
import type { JoinDto } from './dto/join.dto';

const REQUEST_NEW_INVITATION = 'Ask the person who invited you for a new one.';

export interface OpenInvitation {
  invitation: Invitation;
  name: string;
  /** Whether the address belongs to a user, who must sign in to join. False if the link doesn't prove who owns it. */
  isExistingUser: boolean;
}

@Injectable()
export class JoinService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly users: UsersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly sessions: SessionsService,
    private readonly policy: PasswordPolicyService,
  ) {}

  /** Finds a pending invitation by the token in its link. @throws AppError `EMAIL_LINK_INVALID` */
  async find(token: string): Promise<OpenInvitation> {
    const invitation = await this.invitations.findOpen(hashToken(token));
    if (!invitation) throw linkInvalid(REQUEST_NEW_INVITATION);
    const { accountId, email } = invitation;
    const [account, owner, existingUser] = await Promise.all([
      this.accounts.findById(accountId),
      this.accounts.findOwner(accountId),
      this.users.findByEmail(email),
    ]);
    if (!account || !owner) throw linkInvalid(REQUEST_NEW_INVITATION);
    return {
      invitation,
      name: accountName(account, owner),
      isExistingUser: invitation.provesEmail && existingUser !== null,
    };
  }

  /**
   * Adds the signed-in user to the account, and switches their session to it. Anyone with the link can accept the
   * invitation, because users may sign in with a different address than the invited one.
   * @throws AppError `EMAIL_LINK_INVALID`
   */
  async accept(token: string, userId: string, sid: string, request: Request): Promise<void> {
    const { invitation } = await this.find(token);
    await this.unitOfWork.run(async (repositories) => {
      const user = await repositories.users.lock(userId);
      if (!user) throw linkInvalid(REQUEST_NEW_INVITATION);
      await joinAccount(repositories, invitation, user, request);
      await repositories.sessions.switchAccount(sid, invitation.accountId);
    });
  }

  /**
   * Creates a user with the invited address, adds them to the account and signs them in. If the link does not prove
   * ownership of the address, the user has to sign in, and an existing user is left unchanged, because the inviter
   * could have entered any address.
   * @returns whether the user is signed in
   * @throws AppError `EMAIL_LINK_INVALID`, `VALIDATION_FAILED`; `EMAIL_TAKEN` if the link proves ownership
   */
  async signUp({ token, password, ...names }: JoinDto, request: Request, response: Response): Promise<boolean> {
    const { invitation } = await this.find(token);
    const { email, provesEmail } = invitation;
    await this.policy.assertAcceptable({ field: 'password', password, email });
    const passwordHash = await hashPassword(password);
    const user = await this.unitOfWork
      .run(async (repositories) => {
        const newUser = await repositories.users.create({
          ...names,
          email,
          passwordHash,
          isEmailConfirmed: provesEmail,
        });
        await joinAccount(repositories, invitation, newUser, request);
        return newUser;
      })
      .catch((error: unknown) => {
        if (provesEmail || !(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
      });
    if (!user || !provesEmail) return false;
    if (await this.sessions.start(user, { signedInWith: 'password' }, request, response)) return true;
    throw linkInvalid(REQUEST_NEW_INVITATION);
  }
}

async function joinAccount(
  { accounts, invitations, members, activity }: Repositories,
  { id, accountId, role }: Invitation,
  user: User,
  request: Request,
): Promise<void> {
  if (!(await accounts.lock(accountId)) || !(await invitations.use(id))) throw linkInvalid(REQUEST_NEW_INVITATION);
  if (!(await members.add(accountId, user.id, role))) return;
  await activity.record(
    { ...getActor(request), userId: user.id },
    {
      action: 'Member joined',
      description: `${userDisplayName(user)} joined the account.`,
      accountId,
      metadata: { targetUserId: user.id, role },
    },
  );
}
