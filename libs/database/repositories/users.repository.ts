import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { AccountLane } from '../entities/account-lane.entity';
import { AccountSettings } from '../entities/account-settings.entity';
import { User } from '../entities/user.entity';

/** What a new account starts with; the rest has defaults. */
export type NewUser = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'email' | 'createdAt' | 'updatedAt'>>;

@Injectable()
export class UsersRepository {
  constructor(private readonly manager: EntityManager) {}

  /** Inserts the user with the settings and the lane that every account has. Run it in a transaction. */
  async create(user: NewUser): Promise<User> {
    const created = this.manager.create(User, { ...user, email: user.email.toLowerCase() });
    await this.manager.insert(User, created);
    await this.manager.insert(AccountSettings, { userId: created.id });
    await this.manager.insert(AccountLane, { userId: created.id });
    return created;
  }

  findById(userId: string): Promise<User | null> {
    return this.manager.findOneBy(User, { id: userId });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.manager.findOneBy(User, { email: email.toLowerCase() });
  }

  /** The administrator that was made first. */
  findFirstAdministrator(): Promise<User | null> {
    return this.manager.findOne(User, { where: { role: 'admin' }, order: { createdAt: 'ASC' } });
  }

  settings(userId: string): Promise<AccountSettings | null> {
    return this.manager.findOneBy(AccountSettings, { userId });
  }

  /** Changes exactly the given settings of one account. */
  async changeSettings(userId: string, changes: Partial<Omit<AccountSettings, 'id' | 'userId' | 'user'>>): Promise<void> {
    await this.manager.update(AccountSettings, { userId }, changes);
  }

  /** Holds until the end of the transaction: only one process at a time may make the first administrator. */
  async lockAdministrators(): Promise<void> {
    await this.manager.query(`select pg_advisory_xact_lock(hashtext('ringwell.administrators'))`);
  }
}
