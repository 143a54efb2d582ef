import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { hashToken, lastFour, newBearerToken } from '@ringwell/platform/crypto/token-hash';

export interface TestAccount {
  user: User;
  token: string;
  tokenId: string;
}

export async function makeAccount(
  dataSource: DataSource,
  overrides: { user?: Partial<User>; settings?: Partial<Omit<AccountSettings, 'id' | 'userId' | 'user'>> } = {},
): Promise<TestAccount> {
  const token = newBearerToken();
  return new UnitOfWork(dataSource).run(async ({ users, tokens }) => {
    const user = await users.create({
      email: `account-${randomUUID()}@example.com`,
      status: 'active',
      activatedAt: new Date(),
      ...overrides.user,
    });
    if (overrides.settings) await users.updateSettings(user.id, overrides.settings);
    const { id } = await tokens.create(user.id, {
      tokenHash: hashToken(token),
      lastFour: lastFour(token),
      name: 'test',
      expiresAt: null,
    });
    return { user, token, tokenId: id };
  });
}
