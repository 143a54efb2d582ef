import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AppError } from '@ringwell/domain/app-error';

import { row, rows, violatedUniqueConstraint } from '../postgres/sql';
import { allowLongStatements } from '../postgres/watched-client';
import { AccountLane } from './account-lane.entity';
import { AccountSettings } from './account-settings.entity';
import { User } from './user.entity';

/** What a new account starts with; the rest has defaults. */
export type NewUser = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'email' | 'createdAt' | 'updatedAt'>>;

export type UserChanges = Partial<Omit<User, 'id' | 'createdAt' | 'updatedAt'>>;

/** An account may have years of calls, each with a transcript, and they all go in one statement. */
const DELETION_TIMEOUT_MS = 60_000;

@Injectable()
export class UsersRepository {
  constructor(private readonly manager: EntityManager) {}

  /**
   * Inserts the user with the settings and the lane that every account has. Run it in a transaction.
   * @throws AppError `EMAIL_TAKEN`
   */
  async create(user: NewUser): Promise<User> {
    const created = this.manager.create(User, { ...user, email: user.email?.toLowerCase() ?? null });
    await this.manager.insert(User, created).catch(refuseTakenEmail);
    await this.manager.insert(AccountSettings, { userId: created.id });
    await this.manager.insert(AccountLane, { userId: created.id });
    return created;
  }

  findById(userId: string): Promise<User | null> {
    return this.manager.findOneBy(User, { id: userId });
  }

  /**
   * The user, whom nobody else changes or deletes until the end of the transaction. What belongs to the user can be written
   * meanwhile.
   */
  lock(userId: string): Promise<User | null> {
    return this.manager.findOne(User, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.manager.findOneBy(User, { email: email.toLowerCase() });
  }

  /** Whom a sign-in provider knows under this subject. Each issuer has subjects of its own. */
  findByOidcIdentity(oidcIssuer: string, oidcSubject: string): Promise<User | null> {
    return this.manager.findOneBy(User, { oidcIssuer, oidcSubject });
  }

  /** The administrator that was made first. A disabled one only when there is no other. */
  findFirstAdministrator(): Promise<User | null> {
    return this.manager.findOne(User, { where: { role: 'admin' }, order: { isActive: 'DESC', createdAt: 'ASC' } });
  }

  /** Everybody, the newest first. */
  list(): Promise<User[]> {
    return this.manager.find(User, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Who can administer the product. To rely on the answer, hold the lock of the administrators. */
  async enabledAdministrators(): Promise<Set<string>> {
    const found = await this.manager.find(User, { select: { id: true }, where: { role: 'admin', isActive: true } });
    return new Set(found.map(({ id }) => id));
  }

  /** Changes exactly the given fields. @throws AppError `EMAIL_TAKEN` */
  async change(userId: string, changes: UserChanges): Promise<void> {
    const lowered = changes.email ? { ...changes, email: changes.email.toLowerCase() } : changes;
    await this.manager.update(User, { id: userId }, lowered).catch(refuseTakenEmail);
  }

  /**
   * Deletes the user and all that belongs to the account. Run it in a transaction. The lane and the calls go first, in the
   * order in which the dispatcher and the workers lock them: a cascade from the user would wait for a worker that waits for
   * the user.
   * @returns the keys of the recordings, which are still in the storage
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

  /** Whether the account wants its calls processed. Asked for every call that comes in, so it reads this one switch only. */
  async isAccountOn(userId: string): Promise<boolean> {
    return (
      (await row<{ active: boolean }>(this.manager, 'select active from account_settings where user_id = $1', [userId]))
        ?.active ?? false
    );
  }

  settings(userId: string): Promise<AccountSettings | null> {
    return this.manager.findOneBy(AccountSettings, { userId });
  }

  /** Changes exactly the given settings of one account. */
  async changeSettings(
    userId: string,
    changes: Partial<Omit<AccountSettings, 'id' | 'userId' | 'user'>>,
  ): Promise<void> {
    await this.manager.update(AccountSettings, { userId }, changes);
  }

  /**
   * Holds until the end of the transaction: only one process at a time may make the first administrator, or see to it that
   * one is left. Whoever also locks a user locks the user first.
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
    message: 'Another user has this e-mail address already. Choose a different one.',
    cause: error,
  });
}
