import { Injectable } from '@nestjs/common';

import { updateEnabledAccounts } from '@ringwell/database/accounts/enabled-accounts';
import type { UserWithAccount } from '@ringwell/database/accounts/members/members.repository';
import type { Actor, NewActivity } from '@ringwell/database/accounts/security/activity.repository';
import {
  endSessions,
  endMemberSessions,
  recordStoppedImpersonations,
} from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User, UserRole } from '@ringwell/database/accounts/user.entity';
import type { UserChanges, UsersRepository } from '@ringwell/database/accounts/users.repository';
import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { conflict } from '@ringwell/domain/errors/app-error';
import { fieldLabel } from '@ringwell/domain/text/field-label';
import { hashPassword } from '@ringwell/platform/crypto/password';

import { noOwnAccount, userNotFound } from '../auth/access/owned-account.pipe';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { PasswordPolicyService } from '../auth/password/password-policy.service';
import type { Caller } from '../auth/principal/caller';
import { assertNotLastAdministrator } from './last-administrator';

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  role?: UserRole;
}

export type UserUpdate = Partial<
  Pick<User, 'firstName' | 'lastName' | 'role' | 'isActive'> & { email: string; company: string | null }
>;

// Manages users for administrators, except for deletion. Each change is logged as activity in the same transaction.
@Injectable()
export class UsersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: LiveSubscriptionsService,
    private readonly policy: PasswordPolicyService,
  ) {}

  /**
   * Creates a user, who must choose another password at the first sign-in.
   * @throws AppError `EMAIL_TAKEN`, `VALIDATION_FAILED`
   */
  async create(actor: Actor, { password, ...person }: NewUser): Promise<UserWithAccount> {
    await this.policy.assertAcceptable({ field: 'password', password, email: person.email });
    const passwordHash = await hashPassword(password);
    return this.unitOfWork.run(async (repositories) => {
      const { users, accounts, activity } = repositories;
      const user = await users.create({ ...person, passwordHash, mustChangePassword: true });
      await accounts.create(user.id);
      await activity.record(actor, {
        action: 'User created',
        description: `${userDisplayName(user)} was created.`,
        accountId: user.id,
        metadata: { targetUserId: user.id, role: user.role },
      });
      return findWithAccount(repositories, user.id);
    });
  }

  /**
   * Changes the fields that differ from the stored values. A disabled user cannot sign in. While an account has no
   * enabled owner, its calls and messages wait, and minutes are not charged. The leader pauses and resumes the payments
   * at Stripe.
   * @throws AppError `USER_NOT_FOUND`, `EMAIL_TAKEN`, `LAST_ADMINISTRATOR`, `ADMIN_ONLY`; `NO_OWN_ACCOUNT` when
   * changing the company, `REAUTHENTICATION_REQUIRED` when changing the email or role
   */
  update(caller: Caller, userId: string, { company, ...userChanges }: UserUpdate): Promise<UserWithAccount> {
    return this.change(userId, async (repositories, { user, account }) => {
      if (company !== undefined && !account) throw noOwnAccount();
      const changes = pickChanges(user, userChanges);
      const renamesCompany = account !== null && company !== undefined && company !== account.company;
      const changedFields = [...Object.keys(changes), ...(renamesCompany ? ['company'] : [])];
      if (changedFields.length === 0) return;
      if (changes.role !== undefined || changes.email !== undefined) assertConfirmed(caller);
      if (changes.role === 'user' || changes.isActive === false)
        await assertNotLastAdministrator(repositories.users, caller.actor, user);
      if (Object.keys(changes).length > 0) await repositories.users.update(user.id, changes);
      if (renamesCompany) await repositories.accounts.update(account.id, { company });
      if (changes.isActive === false || changes.role !== undefined)
        await stopImpersonations(repositories, caller.actor, user);
      if (changes.isActive === false) await repositories.sessions.endByUser(user.id);
      if (changes.isActive !== undefined) {
        const accountIds = await repositories.accounts.lockOwned(user.id);
        if (!changes.isActive) await repositories.invitations.deleteByInviter(accountIds, user.id);
        await updateEnabledAccounts(repositories, accountIds);
      }
      await recordActivity(repositories, caller.actor, user, {
        action: 'User updated',
        description: `${userDisplayName(user)} was updated: ${changedFields.map(fieldLabel).join(', ')}.`,
        accountId: renamesCompany ? account.id : undefined,
        metadata: { changed: changedFields },
      });
    });
  }

  /**
   * Unlocks the full product for a demo account and starts its usage months. Has no effect on an active account.
   * @throws AppError `USER_NOT_FOUND`, `NO_OWN_ACCOUNT`
   */
  activate(actor: Actor, userId: string): Promise<UserWithAccount> {
    return this.change(userId, async (repositories, { user, account }) => {
      if (!account) throw noOwnAccount();
      if (account.status === 'active') return;
      await repositories.accounts.update(account.id, { status: 'active', activatedAt: new Date() });
      await recordActivity(repositories, actor, user, {
        action: 'User activated',
        description: `${userDisplayName(user)} was activated.`,
        accountId: account.id,
      });
    });
  }

  /**
   * Reverts to a demo account: cancels the subscription, deletes the bearer tokens, signs all members out everywhere
   * and skips waiting calls. Members can sign in again, but only to the demo. Changes nothing if the subscription
   * cannot be canceled. The leader finishes an interrupted deactivation.
   * @throws AppError `USER_NOT_FOUND`, `NO_OWN_ACCOUNT`, `CHANGED_MEANWHILE`, and whatever
   * `LiveSubscriptionsService.cancelAll` throws
   */
  async deactivate(actor: Actor, userId: string): Promise<UserWithAccount> {
    const { account: deactivatedAccount } = await this.unitOfWork.run((repositories) =>
      findWithAccount(repositories, userId),
    );
    if (!deactivatedAccount) throw noOwnAccount();
    await this.subscriptions.cancelAll(deactivatedAccount.id, actor);
    return this.change(userId, async (repositories, { user, account }) => {
      if (account?.id !== deactivatedAccount.id)
        throw conflict(
          'CHANGED_MEANWHILE',
          "The account's owners changed in the meantime. Reload the page and try again.",
        );
      await repositories.subscriptions.finishCancellation(account.id);
      const revokedCount = await repositories.tokens.deleteByAccount(account.id);
      if (account.status === 'active') {
        await repositories.accounts.update(account.id, { status: 'demo' });
        await endMemberSessions(repositories, actor, account.id);
        await repositories.callImports.cancel(account.id);
        const skippedCalls = await repositories.waitingCalls.skip(account.id, 'account_inactive');
        await recordActivity(repositories, actor, user, {
          action: 'User deactivated',
          description: `${userDisplayName(user)} was reverted to a demo account.`,
          accountId: account.id,
          metadata: { skippedCalls },
        });
      }
      if (revokedCount > 0)
        await recordActivity(repositories, actor, user, {
          action: 'Tokens revoked',
          description: `${userDisplayName(user)}'s bearer tokens were revoked.`,
          accountId: account.id,
          metadata: { count: revokedCount },
        });
    });
  }

  makeAdministrator(actor: Actor, userId: string): Promise<UserWithAccount> {
    return this.change(userId, async (repositories, { user }) => {
      if (user.role === 'admin') return;
      await repositories.users.update(user.id, { role: 'admin' });
      await stopImpersonations(repositories, actor, user);
      await recordActivity(repositories, actor, user, {
        action: 'User promoted',
        description: `${userDisplayName(user)} was promoted to administrator.`,
      });
    });
  }

  /**
   * Sets a password and signs the user out everywhere. The user must choose another password at the next sign-in,
   * unless administrators set their own password.
   * @param keptSid the current session, which stays valid if it belongs to the user
   * @throws AppError `USER_NOT_FOUND`, `VALIDATION_FAILED`
   */
  async setPassword(actor: Actor, userId: string, password: string, keptSid: string): Promise<void> {
    const { user: storedUser } = await this.unitOfWork.run((repositories) => findWithAccount(repositories, userId));
    const { email, passwordHash: currentHash } = storedUser;
    const candidate = { field: 'password', password, email };
    await this.policy.assertAcceptable(candidate);
    await this.policy.assertDifferent(candidate, currentHash);
    const passwordHash = await hashPassword(password);
    await this.change(userId, async (repositories, { user }) => {
      const isOwn = actor.userId === user.id;
      await repositories.users.update(user.id, { passwordHash, mustChangePassword: !isOwn });
      if (isOwn) await repositories.sessions.clearWeakPassword(keptSid);
      await endSessions(repositories, actor, user.id, keptSid);
      await recordActivity(repositories, actor, user, {
        action: 'Password updated',
        description: `${userDisplayName(user)}'s password was set by an administrator.`,
      });
    });
  }

  // Runs a change while the user and the account are locked.
  private change(
    userId: string,
    work: (repositories: Repositories, target: UserWithAccount) => Promise<void>,
  ): Promise<UserWithAccount> {
    return this.unitOfWork.run(async (repositories) => {
      const user = await lockUser(repositories, userId);
      const accountId = await repositories.members.findOwnedAccountId(userId);
      const account = accountId === undefined ? null : await repositories.accounts.lock(accountId);
      await work(repositories, { user, account });
      return findWithAccount(repositories, userId);
    });
  }
}

async function findWithAccount({ users, members, accounts }: Repositories, userId: string): Promise<UserWithAccount> {
  const user = await findUser(users, userId);
  const accountId = await members.findOwnedAccountId(userId);
  return { user, account: accountId === undefined ? null : await accounts.findById(accountId) };
}

/** Locks the user until the transaction ends. @throws AppError `USER_NOT_FOUND`, even if the user is being deleted */
export async function lockUser(
  { users, userDeletions }: Pick<Repositories, 'users' | 'userDeletions'>,
  userId: string,
): Promise<User> {
  const user = await users.lock(userId);
  if (!user || (await userDeletions.isRequested(userId))) throw userNotFound();
  return user;
}

/** @throws AppError `USER_NOT_FOUND` */
export async function findUser(users: UsersRepository, userId: string): Promise<User> {
  const user = await users.findById(userId);
  if (!user) throw userNotFound();
  return user;
}

function pickChanges(user: User, { email, ...otherChanges }: Omit<UserUpdate, 'company'>): UserChanges {
  const newValues: UserChanges = { ...otherChanges, ...(email !== undefined && { email }) };
  return Object.fromEntries(
    Object.entries(newValues).filter(([field, value]) => value !== undefined && value !== user[field as keyof User]),
  );
}

// Stops impersonations of and by the user.
async function stopImpersonations(repositories: Repositories, actor: Actor, { id }: User): Promise<void> {
  await recordStoppedImpersonations(repositories, actor, await repositories.sessions.stopImpersonations(id));
}

function recordActivity({ activity }: Repositories, actor: Actor, { id }: User, entry: NewActivity): Promise<void> {
  return activity.record(actor, { ...entry, metadata: { targetUserId: id, ...entry.metadata } });
}
