import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import type { User, UserRole } from '@ringwell/database/accounts/user.entity';
import type { UserChanges, UsersRepository } from '@ringwell/database/accounts/users.repository';
import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';
import type { ActivityAction } from '@ringwell/domain/activity';
import { AppError } from '@ringwell/domain/app-error';
import { userDisplayName } from '@ringwell/domain/user-display-name';
import { hashPassword } from '@ringwell/platform/crypto/password';

import { recordStopped } from '../auth/session/stopped-impersonations';
import { SubscriptionsService } from '../billing/subscriptions.service';
import { assertAdministratorLeft } from './administrator-left';

export interface NewPerson {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  role?: UserRole;
}

/** What an administrator may edit of a user. */
export type PersonChanges = Partial<
  Pick<User, 'firstName' | 'lastName' | 'company' | 'role' | 'isActive'> & { email: string }
>;

/** What administrators do with users, short of deleting them. Every change is in the activity log, or nothing was changed. */
@Injectable()
export class UsersService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /** A demo account, until it is activated. @throws AppError `EMAIL_TAKEN` */
  async create(actor: Actor, { password, ...person }: NewPerson): Promise<User> {
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
   * Changes what differs from what is stored. From the moment an account is disabled until it is enabled its minutes
   * are not charged; the leading worker has Stripe pause and resume the payments.
   * @throws AppError `USER_NOT_FOUND`, `EMAIL_TAKEN`, `LAST_ADMINISTRATOR`
   */
  update(actor: Actor, userId: string, wanted: PersonChanges): Promise<User> {
    return this.change(userId, async (repositories, user) => {
      const changes = differences(user, wanted);
      const changed = Object.keys(changes);
      if (changed.length === 0) return;
      if (changes.role === 'user' || changes.isActive === false)
        await assertAdministratorLeft(repositories.users, actor, user);
      await repositories.users.update(user.id, changes);
      if (changes.isActive === false || changes.role !== undefined) await stopImpersonations(repositories, actor, user);
      if (changes.isActive === false) await repositories.sessions.endByUser(user.id);
      if (changes.isActive !== undefined)
        await repositories.metering[changes.isActive ? 'chargeFromNow' : 'endOpenLedger'](user.id);
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

  /** Gives the whole product to a demo account; its usage months count from now on. Changes nothing of an active one. */
  activate(actor: Actor, userId: string): Promise<User> {
    return this.change(userId, async (repositories, user) => {
      if (user.status === 'active') return;
      await repositories.users.update(user.id, { status: 'active', activatedAt: new Date() });
      await record(repositories, actor, user, 'User activated', `${userDisplayName(user)} was activated.`);
    });
  }

  /**
   * Makes it a demo account again and ends its subscription and its bearer tokens for good. The person can still sign
   * in. While the subscription cannot be cancelled nothing is changed: it would go on being charged. Half of it is
   * finished or taken back by the leading worker.
   * @throws AppError `USER_NOT_FOUND`, and what cancelling throws
   */
  async deactivate(actor: Actor, userId: string): Promise<User> {
    const { id } = await this.unitOfWork.run(({ users }) => findUser(users, userId));
    await this.subscriptions.cancelFor(id, actor);
    return this.change(userId, async (repositories, user) => {
      await repositories.subscriptions.finishCancellation(user.id);
      const revoked = await repositories.tokens.deleteByUser(user.id);
      if (user.status === 'active') {
        await repositories.users.update(user.id, { status: 'demo' });
        await record(
          repositories,
          actor,
          user,
          'User deactivated',
          `${userDisplayName(user)} was reverted to a demo account.`,
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
   * @param ownSid the session of whoever sets it, which goes on when it is the user's own
   * @throws AppError `USER_NOT_FOUND`
   */
  async setPassword(actor: Actor, userId: string, password: string, ownSid: string | null): Promise<void> {
    const passwordHash = await hashPassword(password);
    await this.change(userId, async (repositories, user) => {
      await repositories.users.update(user.id, { passwordHash });
      await recordStopped(repositories, actor, await repositories.sessions.endByUser(user.id, ownSid));
      await record(
        repositories,
        actor,
        user,
        'Password updated',
        `The password of ${userDisplayName(user)} was set by an administrator.`,
      );
    });
  }

  /** Runs the work on a user whom nobody else changes meanwhile. @returns the user as it is then */
  private change(userId: string, work: (repositories: Repositories, user: User) => Promise<void>): Promise<User> {
    return this.unitOfWork.run(async (repositories) => {
      await work(repositories, await lockUser(repositories.users, userId));
      return findUser(repositories.users, userId);
    });
  }
}

/** The user, locked until the end of the transaction. @throws AppError `USER_NOT_FOUND`, also for what is no id at all */
export async function lockUser(users: UsersRepository, userId: string): Promise<User> {
  return found(isUUID(userId) ? await users.lock(userId) : null);
}

/** @throws AppError `USER_NOT_FOUND`, also for what is no id at all */
export async function findUser(users: UsersRepository, userId: string): Promise<User> {
  return found(isUUID(userId) ? await users.findById(userId) : null);
}

function found(user: User | null): User {
  if (user) return user;
  throw new AppError({
    kind: 'not_found',
    code: 'USER_NOT_FOUND',
    message: 'There is no such user. Reload the list: somebody may have deleted the account.',
  });
}

function differences(user: User, { email, ...others }: PersonChanges): UserChanges {
  const wanted: UserChanges = { ...others, ...(email !== undefined && { email: email.toLowerCase() }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== user[field as keyof User]),
  );
}

/** What a user looks at, and who looks at the user. */
async function stopImpersonations(repositories: Repositories, actor: Actor, { id }: User): Promise<void> {
  await recordStopped(repositories, actor, await repositories.sessions.stopImpersonations(id));
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
