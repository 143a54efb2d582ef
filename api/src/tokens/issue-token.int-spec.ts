import type { NewAccount } from '@ringwell/database/accounts/accounts.repository';
import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { issueToken, revokeToken } from './issue-token';

describe('issueToken and revokeToken', () => {
  const database = useTestDatabase();
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    unitOfWork = database.unitOfWork;
  });
  beforeEach(() => database.query('truncate accounts, users cascade'));

  const makeTestAccount = (user: Partial<User>, account: NewAccount = {}): Promise<TestAccount> =>
    database.makeAccount({ user, account });
  const listActivity = ({ account }: TestAccount): Promise<unknown[]> =>
    database.query(
      `select action, description, user_id, ip_address, user_agent, metadata from activity_logs where account_id = $1 order by created_at`,
      [account.id],
    );

  it('issue a token by email and revoke it by id, recording both without an actor', async () => {
    const account = await makeTestAccount({ email: 'dana@example.com' });
    const { id, token, email } = await issueToken(unitOfWork, { name: 'n8n', email: 'Dana@Example.com' });
    expect(email).toBe('dana@example.com');
    expect(await database.manager.findOneByOrFail(BearerToken, { id })).toMatchObject({
      accountId: account.account.id,
      name: 'n8n',
      tokenHash: hashToken(token),
      expiresAt: null,
    });
    expect(await revokeToken(unitOfWork, id)).toEqual({ id, revoked: true });
    expect(await database.manager.findOneBy(BearerToken, { id })).toBeNull();
    const noActor = { user_id: null, ip_address: null, user_agent: null, metadata: { tokenId: id } };
    expect(await listActivity(account)).toEqual([
      { ...noActor, action: 'Token generated', description: 'The token "n8n" was generated for dana@example.com.' },
      { ...noActor, action: 'Token deleted', description: 'dana@example.com\'s token "n8n" was deleted.' },
    ]);
    await expect(revokeToken(unitOfWork, id)).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' });
  });

  it('issue a read-only token', async () => {
    const { user } = await makeTestAccount({ email: 'dana@example.com' });
    const isReadOnly = async (id: string): Promise<boolean> =>
      (await database.manager.findOneByOrFail(BearerToken, { id })).isReadOnly;
    const request = { name: 'assistant', email: user.email ?? '' };
    expect(await isReadOnly((await issueToken(unitOfWork, { ...request, isReadOnly: true })).id)).toBe(true);
    expect(await isReadOnly((await issueToken(unitOfWork, request)).id)).toBe(false);
  });

  it('issue a token for the first enabled administrator by default', async () => {
    await makeTestAccount({ role: 'admin', email: 'first@example.com', isActive: false });
    await makeTestAccount({ role: 'admin', email: 'second@example.com' });
    await makeTestAccount({ role: 'admin', email: 'third@example.com' });
    expect(await issueToken(unitOfWork, { name: 'n8n' })).toMatchObject({ email: 'second@example.com' });
  });

  it.each<NewAccount>([{ isActive: false }, { status: 'demo' }])(
    'issue a token for an account with %j',
    async (account) => {
      const { email } = (await makeTestAccount({}, account)).user;
      expect(await issueToken(unitOfWork, { name: 'n8n', email: email ?? '' })).toMatchObject({ email });
    },
  );

  it('reject an unknown email', async () => {
    await expect(issueToken(unitOfWork, { name: 'n8n', email: 'nobody@example.com' })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
      message: expect.stringContaining('nobody@example.com') as string,
    });
    await expect(issueToken(unitOfWork, { name: 'n8n' })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
      message: expect.stringContaining('--email') as string,
    });
  });
});
