import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AppError } from '@ringwell/domain/app-error';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { row, rows, violatedUniqueConstraint } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { AccountSettings } from './account-settings.entity';
import { PasswordReset } from './password-reset.entity';
import { SchedulingTurn } from './scheduling-turn.entity';
import { User } from './user.entity';

export type NewUser = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'email' | 'createdAt' | 'updatedAt'>>;

export type UserChanges = Partial<Omit<User, 'id' | 'createdAt' | 'updatedAt'>>;

// One statement deletes all calls of an account, which may be years of calls with their transcripts.
const DELETION_TIMEOUT_MS = 60_000;

@Injectable()
export class UsersRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Inserts a user with settings and a scheduling turn. Run this in a transaction.
   * @throws AppError `EMAIL_TAKEN`
   */
  async create(user: NewUser): Promise<User> {
    const created = this.manager.create(User, { ...user, email: user.email?.toLowerCase() ?? null });
    await this.manager.insert(User, created).catch(refuseTakenEmail);
    await this.manager.insert(AccountSettings, { userId: created.id });
    await this.manager.insert(SchedulingTurn, { userId: created.id });
    return created;
  }

  findById(userId: string): Promise<User | null> {
    return this.manager.findOneBy(User, { id: userId });
  }

  /**
   * Locks a user against changes and deletion until the end of the transaction. Rows that refer to the user can still
   * be written.
   */
  lock(userId: string): Promise<User | null> {
    return this.manager.findOne(User, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.manager.findOneBy(User, { email: email.toLowerCase() });
  }

  findByOidcIdentity(oidcIssuer: string, oidcSubject: string): Promise<User | null> {
    return this.manager.findOneBy(User, { oidcIssuer, oidcSubject });
  }

  /** The administrator that was created first; a disabled one only if there is no other. */
  findFirstAdministrator(): Promise<User | null> {
    return this.manager.findOne(User, { where: { role: 'admin' }, order: { isActive: 'DESC', createdAt: 'ASC' } });
  }

  list(): Promise<User[]> {
    return this.manager.find(User, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Hold the lock of the administrators while you rely on the result. */
  async listEnabledAdministratorIds(): Promise<Set<string>> {
    const found = await this.manager.find(User, { select: { id: true }, where: { role: 'admin', isActive: true } });
    return new Set(found.map(({ id }) => id));
  }

  /**
   * A new password or email address also ends the links to choose a new password.
   * @throws AppError `EMAIL_TAKEN`
   */
  async update(userId: string, changes: UserChanges): Promise<void> {
    const lowered = changes.email ? { ...changes, email: changes.email.toLowerCase() } : changes;
    await this.manager.update(User, { id: userId }, lowered).catch(refuseTakenEmail);
    if ('email' in changes || 'passwordHash' in changes) await this.manager.delete(PasswordReset, { userId });
  }

  /**
   * Deletes a user and everything that belongs to the account. Run this in a transaction. The scheduling turn and the
   * calls are deleted first, in the order in which the dispatcher and the workers lock them. A cascade from the user
   * would wait for a worker that waits for the user.
   * @returns the storage keys of the recordings, which are not deleted here
   */
  async delete(userId: string): Promise<string[]> {
    await allowLongStatements(this.manager, DELETION_TIMEOUT_MS);
    await rows(this.manager, 'select from account_lanes where user_id = $1 for update', [userId]);
    const calls = await rows<{ recordingKey: string | null }>(
      this.manager,
      'delete from calls where user_id = $1 returning recording_key as "recordingKey"',
      [userId],
    );
    await this.manager.delete(User, { id: userId });
    return calls.flatMap(({ recordingKey }) => recordingKey ?? []);
  }

  // Runs for every incoming call, so it reads only the one setting.
  async isProcessingEnabled(userId: string): Promise<boolean> {
    return (
      (await row<{ active: boolean }>(this.manager, 'select active from account_settings where user_id = $1', [userId]))
        ?.active ?? false
    );
  }

  findSettings(userId: string): Promise<AccountSettings | null> {
    return this.manager.findOneBy(AccountSettings, { userId });
  }

  /** Held until the end of the transaction, so that changes of a list see each other. */
  lockSettings(userId: string): Promise<AccountSettings | null> {
    return this.manager.findOne(AccountSettings, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns the default for accounts that have chosen none */
  async findTimeZone(userId: string): Promise<string> {
    const settings = await this.manager.findOne(AccountSettings, { select: { timeZone: true }, where: { userId } });
    return settings?.timeZone ?? DEFAULT_TIME_ZONE;
  }

  async updateSettings(
    userId: string,
    changes: Partial<Omit<AccountSettings, 'id' | 'userId' | 'user'>>,
  ): Promise<void> {
    await this.manager.update(AccountSettings, { userId }, changes);
  }

  /**
   * Held until the end of the transaction. Serializes the creation of the first administrator and the check that one is
   * left. To lock a user as well, lock the user first.
   */
  async lockAdministrators(): Promise<void> {
    await this.manager.query(`select pg_advisory_xact_lock(hashtext('ringwell.administrators'))`);
  }
}

function refuseTakenEmail(error: unknown): never {
  if (violatedUniqueConstraint(error) !== 'uq_users_email') throw error;
  throw new AppError({
    kind: 'conflict',
    code: 'EMAIL_TAKEN',
    message: 'That email is already in use.',
    cause: error,
  });
}
