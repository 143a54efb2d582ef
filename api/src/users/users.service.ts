import { Injectable } from '@nestjs/common';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { endSessions, recordStoppedImpersonations } from '@ringwell/database/accounts/stopped-impersonations';
import type { User, UserRole } from '@ringwell/database/accounts/user.entity';
import type { UserChanges, UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { ActivityAction } from '@ringwell/domain/activity';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { hashPassword } from '@ringwell/platform/crypto/password';

import { SubscriptionsService } from '../billing/subscriptions.service';
import { assertNotLastAdministrator } from './last-administrator';

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  role?: UserRole;
}

export type UserUpdate = Partial<
  Pick<User, 'firstName' | 'lastName' | 'company' | 'role' | 'isActive'> & { email: string }
>;

// User administration, except deletion. Every change and its activity entry are one transaction.
@Injectable()
export class UsersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /** @throws AppError `EMAIL_TAKEN` */
  async create(actor: Actor, { password, ...person }: NewUser): Promise<User> {
    const passwordHash = await hashPassword(password);
    return this.unitOfWork.run(async ({ users, activity }) => {
      const user = await users.create({ ...person, passwordHash });
      await activity.record(actor, {
        action: 'User created',
        description: `${userDisplayName(user)} was created.`,
        metadata: { targetUserId: user.id, role: user.role },
      });
      return findUser(users, user.id);
    });
  }

  /**
   * Changes the fields that differ from the stored ones. While an account is disabled, its calls and messages wait and
   * minutes are not charged; the leader pauses and resumes the payments at Stripe.
   * @throws AppError `USER_NOT_FOUND`, `EMAIL_TAKEN`, `LAST_ADMINISTRATOR`
   */
  update(actor: Actor, userId: string, wanted: UserUpdate): Promise<User> {
    return this.change(userId, async (repositories, user) => {
      const changes = differences(user, wanted);
      const changed = Object.keys(changes);
      if (changed.length === 0) return;
      if (changes.role === 'user' || changes.isActive === false)
        await assertNotLastAdministrator(repositories.users, actor, user);
      await repositories.users.update(user.id, changes);
      if (changes.isActive === false || changes.role !== undefined) await stopImpersonations(repositories, actor, user);
      if (changes.isActive === false) await repositories.sessions.endByUser(user.id);
      if (changes.isActive !== undefined) {
        await repositories.metering[changes.isActive ? 'chargeFromNow' : 'endOpenLedger'](user.id);
        await repositories.waitingCalls[changes.isActive ? 'resume' : 'hold'](user.id);
      }
      await record(
        repositories,
        actor,
        user,
        'User updated',
        `${userDisplayName(user)} was updated: ${changed.join(', ')}.`,
        { changed },
      );
    });
  }

  /** Opens the full product to a demo account and starts its usage months. Does nothing for an active account. */
  activate(actor: Actor, userId: string): Promise<User> {
    return this.change(userId, async (repositories, user) => {
      if (user.status === 'active') return;
      await repositories.users.update(user.id, { status: 'active', activatedAt: new Date() });
      await record(repositories, actor, user, 'User activated', `${userDisplayName(user)} was activated.`);
    });
  }

  /**
   * Reverts to a demo account: cancels the subscription, deletes the bearer tokens, signs the user out everywhere and
   * skips the calls in line. The user can sign in again, to the demo. Changes nothing if the subscription cannot be
   * canceled, because it would keep being charged; the leader completes or reverts a deactivation that was interrupted.
   * @throws AppError `USER_NOT_FOUND`, and the errors of `SubscriptionsService.cancelFor`
   */
  async deactivate(actor: Actor, userId: string): Promise<User> {
    const { id } = await this.unitOfWork.run(({ users }) => findUser(users, userId));
    await this.subscriptions.cancelFor(id, actor);
    return this.change(userId, async (repositories, user) => {
      await repositories.subscriptions.finishCancellation(user.id);
      const revoked = await repositories.tokens.deleteByUser(user.id);
      if (user.status === 'active') {
        await repositories.users.update(user.id, { status: 'demo' });
        await endSessions(repositories, actor, user.id);
        const skippedCalls = await repositories.waitingCalls.skip(user.id, 'account_inactive');
        await record(
          repositories,
          actor,
          user,
          'User deactivated',
          `${userDisplayName(user)} was reverted to a demo account.`,
          { skippedCalls },
        );
      }
      if (revoked > 0)
        await record(
          repositories,
          actor,
          user,
          'Tokens revoked',
          `The bearer tokens of ${userDisplayName(user)} were revoked.`,
          { count: revoked },
        );
    });
  }

  makeAdministrator(actor: Actor, userId: string): Promise<User> {
    return this.change(userId, async (repositories, user) => {
      if (user.role === 'admin') return;
      await repositories.users.update(user.id, { role: 'admin' });
      await stopImpersonations(repositories, actor, user);
      await record(
        repositories,
        actor,
        user,
        'User promoted',
        `${userDisplayName(user)} was promoted to administrator.`,
      );
    });
  }

  /**
   * Sets a password and signs the user out everywhere.
   * @param keptSid the session that sets it, which stays valid when it is the user's own
   * @throws AppError `USER_NOT_FOUND`
   */
  async setPassword(actor: Actor, userId: string, password: string, keptSid: string | null): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.change(userId, async (repositories, user) => {
      await repositories.users.update(user.id, { passwordHash });
      await endSessions(repositories, actor, user.id, keptSid);
      await record(
        repositories,
        actor,
        user,
        'Password updated',
        `The password of ${userDisplayName(user)} was set by an administrator.`,
      );
    });
  }

  // Locks the user while the work runs, and returns the result.
  private change(userId: string, work: (repositories: Repositories, user: User) => Promise<void>): Promise<User> {
    return this.unitOfWork.run(async (repositories) => {
      await work(repositories, await lockUser(repositories.users, userId));
      return findUser(repositories.users, userId);
    });
  }
}

/** The user, locked until the end of the transaction. @throws AppError `USER_NOT_FOUND` */
export async function lockUser(users: UsersRepository, userId: string): Promise<User> {
  const user = await users.lock(userId);
  if (!user) throw userNotFound();
  return user;
}

/** @throws AppError `USER_NOT_FOUND` */
export async function findUser(users: UsersRepository, userId: string): Promise<User> {
  const user = await users.findById(userId);
  if (!user) throw userNotFound();
  return user;
}

export function userNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'USER_NOT_FOUND',
    message: 'User not found. It may have been deleted.',
  });
}

function differences(user: User, { email, ...others }: UserUpdate): UserChanges {
  const wanted: UserChanges = { ...others, ...(email !== undefined && { email: email.toLowerCase() }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== user[field as keyof User]),
  );
}

// Both as impersonator and as impersonated user.
async function stopImpersonations(repositories: Repositories, actor: Actor, { id }: User): Promise<void> {
  await recordStoppedImpersonations(repositories, actor, await repositories.sessions.stopImpersonations(id));
}

function record(
  { activity }: Repositories,
  actor: Actor,
  { id }: User,
  action: ActivityAction,
  description: string,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  return activity.record(actor, { action, description, metadata: { targetUserId: id, ...metadata } });
}
