import { randomUUID } from 'node:crypto';

import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { MAIL_SETTINGS } from '@ringwell/testing/test-settings';

import type { NewTokenDto, TokenDto } from './dto/token.dto';
import type { UserWithTokensDto } from './dto/user-with-tokens.dto';

const INVALID_EXPIRY = 'This must be a date and time in the future, such as 2099-12-31T23:00:00Z.';

describe('Token administration', () => {
  const { api, database } = useTestApi();
  let administratorId: string;
  let client: SessionClient;
  let owner: TestAccount;

  beforeAll(async () => {
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    administratorId = user.id;
    client = await api.signIn(user);
  });
  beforeEach(async () => {
    owner = await database.makeAccount({
      user: { email: `owner-${Date.now()}-${Math.random()}@example.com` },
    });
  });

  const tokensPath = (): string => `/api/admin/users/${owner.user.id}/tokens`;
  const createToken = (body: object): Promise<ClientResponse<NewTokenDto & ProblemBody>> =>
    client.post(tokensPath(), body);
  const listTokens = async (): Promise<TokenDto[]> => (await client.get<TokenDto[]>(tokensPath())).body;
  const findTokens = (): Promise<BearerToken[]> =>
    database.manager.find(BearerToken, {
      where: { accountId: owner.account.id },
      order: { createdAt: 'ASC' },
    });
  const listActivity = (): Promise<unknown[]> =>
    database.query(
      `select action, description, user_id, ip_address, metadata from activity_logs where account_id = $1 order by created_at`,
      [owner.account.id],
    );
  // Returns 404 if the token is accepted, because the call does not exist.
  const fetchStatus = async (token: string): Promise<number> =>
    (await fetch(`${api.url}/api/n8n/calls/${randomUUID()}`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('shows a new token once and stores only its hash', async () => {
    const { status, headers, body } = await createToken({ name: ' n8n ' });
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 201, cache: 'no-store' });
    expect(body).toEqual({
      id: expect.any(String) as string,
      name: 'n8n',
      token: expect.stringMatching(/^rw_[\w-]{43}$/) as string,
      expiresAt: null,
      createdAt: expect.any(String) as string,
    });
    expect(await fetchStatus(body.token)).toBe(404);
    const [newest, oldest] = await listTokens();
    expect(newest).toMatchObject({
      id: body.id,
      name: 'n8n',
      token: `rw_••••••••${body.token.slice(-4)}`,
      isActive: true,
      isExpired: false,
      expiresAt: null,
      createdAt: body.createdAt,
    });
    expect(oldest).toMatchObject({ id: owner.tokenId, name: 'test' });
    expect((await findTokens())[1]).toMatchObject({ tokenHash: hashToken(body.token), lastFour: body.token.slice(-4) });
    expect(api.log.join('')).not.toContain(body.token);
    expect(await listActivity()).toEqual([
      {
        action: 'Token generated',
        description: `The token "n8n" was generated for ${owner.user.email}.`,
        user_id: administratorId,
        ip_address: '127.0.0.1',
        metadata: { tokenId: body.id },
      },
    ]);
  });

  it('lists all users with their tokens, including users without tokens', async () => {
    const { account, user: userWithoutTokens } = await database.makeAccount();
    await database.manager.delete(BearerToken, { accountId: account.id });
    const { body } = await client.get<UserWithTokensDto[]>('/api/admin/users-with-tokens');
    expect(body.find(({ id }) => id === userWithoutTokens.id)).toEqual({
      id: userWithoutTokens.id,
      email: userWithoutTokens.email,
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      role: 'user',
      status: 'active',
      isActive: true,
      tokens: [],
    });
    expect(body.find(({ id }) => id === owner.user.id)?.tokens).toEqual(await listTokens());
    expect(body.at(-1)?.id).toBe(administratorId);
  });

  it('shows when a token was last used', async () => {
    expect(await listTokens()).toMatchObject([{ lastUsedAt: null }]);
    await fetchStatus(owner.token);
    while ((await listTokens())[0]?.lastUsedAt === null) await new Promise(setImmediate);
  });

  it.each([
    ['2099-06-01T10:00:00.000Z', '2099-06-01T10:00:00.000Z'],
    ['2099-06-01T10:00:00+02:00', '2099-06-01T08:00:00.000Z'],
    ['2099-06-01T10:00', '2099-06-01T10:00:00.000Z'],
    ['2099-06-01', '2099-06-01T00:00:00.000Z'],
    ['', null],
    [null, null],
  ])('reads the expiration %j as %j', async (expiresAt, expected) => {
    expect(await createToken({ name: 'n8n', expiresAt })).toMatchObject({ status: 201, body: { expiresAt: expected } });
  });

  it('reports a token as expired after its expiration', async () => {
    const { body } = await createToken({ name: 'n8n', expiresAt: '2099-06-01T10:00:00Z' });
    expect(await fetchStatus(body.token)).toBe(404);
    await database.manager.update(BearerToken, { id: body.id }, { expiresAt: new Date(Date.now() - 1_000) });
    expect((await listTokens()).find(({ id }) => id === body.id)).toMatchObject({ isExpired: true, isActive: true });
    expect(await fetchStatus(body.token)).toBe(401);
  });

  it.each([
    [{}, 'name', 'Token name is required'],
    [{ name: '  ' }, 'name', 'Token name is required'],
    [{ name: 7 }, 'name', 'Token name is required'],
    [{ name: 'a'.repeat(101) }, 'name', 'Use 100 characters or fewer.'],
    [{ name: 'a\u0000b' }, 'name', 'Use a single line of plain text.'],
    [{ name: 'n8n', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt', INVALID_EXPIRY],
    [{ name: 'n8n', expiresAt: '2099-02-30T00:00:00Z' }, 'expiresAt', INVALID_EXPIRY],
    [{ name: 'n8n', expiresAt: 'tomorrow' }, 'expiresAt', INVALID_EXPIRY],
    [{ name: 'n8n', expiresAt: 4_102_444_800_000 }, 'expiresAt', INVALID_EXPIRY],
    [{ name: 'n8n', token: 'rw_mine' }, 'token', 'Unknown field.'],
  ])('rejects %j', async (body, field, message) => {
    expect(await createToken(body)).toMatchObject(problem(400, 'VALIDATION_FAILED', { errors: [{ field, message }] }));
    expect(await findTokens()).toHaveLength(1);
    expect(await listActivity()).toEqual([]);
  });

  it.each([
    [{ user: { isActive: false } }, 401],
    [{ account: { status: 'demo' as const } }, 403],
  ])('generates a token, which works once the account is active: %j', async (overrides, statusBefore) => {
    owner = await database.makeAccount(overrides);
    const { status, body } = await createToken({ name: 'n8n' });
    expect(status).toBe(201);
    expect(await fetchStatus(body.token)).toBe(statusBefore);
    await client.put(`/api/admin/users/${owner.user.id}`, { isActive: true });
    await client.patch(`/api/admin/users/${owner.user.id}/activate`);
    expect(await fetchStatus(body.token)).toBe(404);
  });

  it('rejects a token on the next request after it is deleted', async () => {
    expect(await fetchStatus(owner.token)).toBe(404);
    const deleteToken = (): Promise<ClientResponse<ProblemBody>> => client.delete(`/api/admin/tokens/${owner.tokenId}`);
    expect(await deleteToken()).toMatchObject({ status: 204 });
    expect(await findTokens()).toEqual([]);
    expect(await deleteToken()).toMatchObject(problem(404, 'TOKEN_NOT_FOUND'));
    expect(await listActivity()).toMatchObject([
      {
        action: 'Token deleted',
        description: `${owner.user.email}'s token "test" was deleted.`,
        user_id: administratorId,
        metadata: { tokenId: owner.tokenId },
      },
    ]);
    expect(await fetchStatus(owner.token)).toBe(401);
  });

  it("rejects a token on the first request after its account's last owner is disabled or deleted", async () => {
    const { user, token } = await database.makeAccount();
    const coOwner = await database.makeMember(owner, 'owner');
    await client.put(`/api/admin/users/${owner.user.id}`, { isActive: false });
    const { body } = await client.get<UserWithTokensDto[]>('/api/admin/users-with-tokens');
    expect(body.find(({ id }) => id === owner.user.id)).toMatchObject({ isActive: true });
    expect([await fetchStatus(owner.token), await fetchStatus(token)]).toEqual([404, 404]);
    expect(await client.put(`/api/admin/users/${coOwner.id}`, { isActive: false })).toMatchObject({ status: 200 });
    expect(await client.delete(`/api/admin/users/${user.id}`)).toMatchObject({ status: 204 });
    expect([await fetchStatus(owner.token), await fetchStatus(token)]).toEqual([401, 401]);
  });
});

describe('A generated token, with a mail server', () => {
  const { api, database } = useTestApi({ ...MAIL_SETTINGS, PUBLIC_URL: 'http://calls.example.com' });

  it('is reported to the owner and the administrator by email, without the token', async () => {
    const { user: administrator } = await database.makeAccount({ user: { role: 'admin' } });
    const { user } = await database.makeAccount({ account: { company: 'Reyes HVAC' } });
    const client = await api.signIn(administrator);
    const { body } = await client.post<NewTokenDto>(`/api/admin/users/${user.id}/tokens`, { name: 'n8n' });
    const emails = await database.manager.find(Mail);
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual([user.email, administrator.email].toSorted());
    for (const mail of emails) {
      expect(mail.body).toContain('The token "n8n" was generated for the account Reyes HVAC.');
      expect(JSON.stringify(mail)).not.toContain(body.token);
    }
  });
});
