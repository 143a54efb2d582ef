import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import type { Account } from '@ringwell/database/accounts/account.entity';
import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { hashToken, getLastFour, generateBearerToken } from '@ringwell/platform/crypto/token-hash';

import { sealSecrets, type Secrets } from './seal-secrets';

export interface TestAccount {
  user: User;
  account: Account;
  token: string;
  tokenId: string;
}

export interface AccountOptions {
  user?: Partial<User>;
  /** The owner's password; none by default. */
  password?: string;
  account?: NewAccount;
  settings?: Partial<Omit<AccountSettings, 'id' | 'accountId' | 'account'>>;
  secrets?: Secrets;
}

/**
 * Creates an active account with an owner and a token. Its id differs from the owner's, so that tests catch mix-ups.
 */
export async function makeAccount(
  dataSource: DataSource,
  { password, secrets = {}, ...overrides }: AccountOptions = {},
): Promise<TestAccount> {
  const token = generateBearerToken();
  const credentials = password === undefined ? {} : { passwordHash: await hashPassword(password) };
  return new UnitOfWork(dataSource).run(async ({ users, accounts, tokens }) => {
    const user = await users.create({
      email: `account-${randomUUID()}@example.com`,
      ...credentials,
      ...overrides.user,
    });
    const accountId = randomUUID();
    await accounts.create(
      user.id,
      { status: 'active', isActive: overrides.user?.isActive ?? true, activatedAt: new Date(), ...overrides.account },
      accountId,
    );
    const settings = { ...overrides.settings, ...sealSecrets(accountId, secrets) };
    if (Object.keys(settings).length > 0) await accounts.updateSettings(accountId, settings);
    const { id } = await tokens.create(accountId, {
      tokenHash: hashToken(token),
      lastFour: getLastFour(token),
      name: 'test',
      expiresAt: null,
    });
    const account = await accounts.findById(accountId);
    if (!account) throw new Error('An account that was just created is missing.');
    return { user, account, token, tokenId: id };
  });
}

/** Creates a member who doesn't own an account, with the same password as the account's owner. */
export function makeMember(
  dataSource: DataSource,
  { account, user }: Pick<TestAccount, 'account' | 'user'>,
  role: MemberRole,
): Promise<User> {
  return new UnitOfWork(dataSource).run(async ({ users, members }) => {
    const created = await users.create({
      email: `${role}-${randomUUID()}@example.com`,
      firstName: 'Paul',
      lastName: 'Ruiz',
      passwordHash: user.passwordHash,
    });
    await members.add(account.id, created.id, role);
    return created;
  });
}
