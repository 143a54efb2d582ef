import { conflict } from '@ringwell/domain/errors/app-error';
import { normalizeEmail } from '@ringwell/domain/text/email-address';

import { SqlRepository, violatedUniqueConstraint } from '../postgres/sql';
import { PasswordReset } from './sign-in/password-reset.entity';
import { User } from './user.entity';

export type NewUser = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'email' | 'createdAt' | 'updatedAt'>>;

export type UserChanges = Partial<Omit<User, 'id' | 'createdAt' | 'updatedAt'>>;

export class UsersRepository extends SqlRepository {
  /**
   * Creates a user. Every user must belong to an account, so create an account with `AccountsRepository.create` or add
   * the user to one in the same transaction.
   * @throws AppError `EMAIL_TAKEN`
   */
  async create(user: NewUser): Promise<User> {
    const created = this.manager.create(User, { ...user, email: user.email && normalizeEmail(user.email) });
    await this.manager.insert(User, created).catch(rethrowAsEmailTaken);
    return created;
  }

  findById(userId: string): Promise<User | null> {
    return this.manager.findOneBy(User, { id: userId });
  }

  /** Returns the picture that a user has uploaded. */
  async findPicture(id: string): Promise<Buffer | null> {
    const user = await this.manager.findOne(User, { select: { id: true, picture: true }, where: { id } });
    return user?.picture ?? null;
  }

  /**
   * Locks a user against changes and deletion until the end of the transaction. Rows that reference the user can still
   * be written.
   */
  lock(userId: string): Promise<User | null> {
    return this.manager.findOne(User, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.manager.findOneBy(User, { email: normalizeEmail(email) });
  }

  findByOidcIdentity(oidcIssuer: string, oidcSubject: string): Promise<User | null> {
    return this.manager.findOneBy(User, { oidcIssuer, oidcSubject });
  }

  /** Returns the administrator who was created first, preferring enabled ones. */
  findFirstAdministrator(): Promise<User | null> {
    return this.manager.findOne(User, { where: { role: 'admin' }, order: { isActive: 'DESC', createdAt: 'ASC' } });
  }

  /** The caller must hold the administrators' lock while relying on the result. */
  async listEnabledAdministratorIds(): Promise<Set<string>> {
    const admins = await this.manager.find(User, { select: { id: true }, where: { role: 'admin', isActive: true } });
    return new Set(admins.map(({ id }) => id));
  }

  /**
   * Changing the password or the email address, or disabling the user, also invalidates password reset links.
   * @throws AppError `EMAIL_TAKEN`
   */
  async update(userId: string, changes: UserChanges): Promise<void> {
    const normalizedChanges = changes.email ? { ...changes, email: normalizeEmail(changes.email) } : changes;
    await this.manager.update(User, { id: userId }, normalizedChanges).catch(rethrowAsEmailTaken);
    if ('email' in changes || 'passwordHash' in changes || changes.isActive === false)
      await this.manager.delete(PasswordReset, { userId });
  }

  async delete(userId: string): Promise<void> {
    await this.manager.delete(User, { id: userId });
  }

  /**
   * Holds the administrators' lock until the end of the transaction. It serializes creating the first administrator and
   * checking that one remains. If you also lock a user, lock the user first.
   */
  async lockAdministrators(): Promise<void> {
    await this.manager.query(`select pg_advisory_xact_lock(hashtext('ringwell.administrators'))`);
  }
}

function rethrowAsEmailTaken(error: unknown): never {
  if (violatedUniqueConstraint(error) !== 'uq_users_email') throw error;
  throw conflict('EMAIL_TAKEN', 'That email is already in use.', { cause: error });
}
