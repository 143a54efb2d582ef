import { Account } from '@ringwell/database/accounts/account.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { isSignedIn, USERS_PATH, useUserAdministration } from '@ringwell/testing/use-user-administration';

import type { UserDto } from './dto/user.dto';

const NEW_USER = { firstName: 'Robin', lastName: 'Reyes', password: 'sixsix-bells' };

describe('User administration', () => {
  const suite = useUserAdministration();
  const { api, database, findUser, findActivity, patch } = suite;
  const updateUser = (changes: object): Promise<ClientResponse<UserDto & ProblemBody>> =>
    suite.client.put(`${USERS_PATH}/${suite.target.user.id}`, changes);

  it('lists users newest first', async () => {
    await database.dataSource
      .getRepository(Account)
      .update(suite.target.account.id, { serviceTitanTenant: '987654321' });
    const { status, body } = await suite.client.get<UserDto[]>(USERS_PATH);
    expect(status).toBe(200);
    const account = {
      ownerId: suite.target.user.id,
      name: 'Dana Reyes',
      role: 'owner',
      isSoleOwner: true,
      memberCount: 1,
      hasSubscription: false,
    };
    expect(body[0]).toEqual({
      id: suite.target.user.id,
      email: suite.target.user.email,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: null,
      company: null,
      role: 'user',
      status: 'active',
      isActive: true,
      serviceTitanTenant: '987654321',
      activatedAt: suite.target.account.activatedAt?.toISOString(),
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      hasPassword: false,
      billing: null,
      deletion: null,
      accounts: [account],
    });
    expect(body.at(-1)?.id).toBe(suite.administrator.id);
  });

  it('shows the accounts of members and co-owners, and no status for users who do not own an account', async () => {
    const { target } = suite;
    const paul = await database.makeMember(target, 'manager');
    const otherMember = await database.makeMember(target, 'owner');
    await updateUser({ company: 'Reyes HVAC' });
    const { body } = await suite.client.get<UserDto[]>(USERS_PATH);
    const findListed = (users: UserDto[], { id }: User): Partial<UserDto> | undefined =>
      users.find((each) => each.id === id);
    const account = { ownerId: target.user.id, name: 'Reyes HVAC', memberCount: 3, hasSubscription: false };
    const sharedAccount = { ...account, isSoleOwner: false };
    expect(findListed(body, paul)).toMatchObject({ status: null, accounts: [{ ...sharedAccount, role: 'manager' }] });
    for (const owner of [target.user, otherMember])
      expect(findListed(body, owner)).toMatchObject({
        status: 'active',
        accounts: [{ ...sharedAccount, role: 'owner' }],
      });
    const renameResponse = await suite.client.put<UserDto>(`${USERS_PATH}/${paul.id}`, { firstName: 'Pablo' });
    expect(renameResponse.body).toMatchObject({ status: null, accounts: [{ ...sharedAccount, role: 'manager' }] });
    const tokensResponse = await suite.client.get<UserDto[]>('/api/admin/users-with-tokens');
    expect(findListed(tokensResponse.body, paul)).toMatchObject({ status: null, tokens: [] });
  });

  describe('POST /api/admin/users', () => {
    it('creates a demo user with default settings who can sign in', async () => {
      const { status, body } = await suite.client.post<UserDto>(
        USERS_PATH,
        { ...NEW_USER, email: ' Robin@Example.com ' },
        { 'user-agent': 'a test' },
      );
      expect(status).toBe(201);
      expect(body).toMatchObject({
        email: 'robin@example.com',
        firstName: 'Robin',
        lastName: 'Reyes',
        role: 'user',
        status: 'demo',
        isActive: true,
        activatedAt: null,
        company: null,
        hasPassword: true,
      });
      expect(await verifyPassword((await findUser(body.id)).passwordHash, NEW_USER.password)).toBe(true);
      expect(
        await database.query(
          `select from members join account_settings using (account_id) join account_lanes using (account_id)
          where user_id = $1 and role = 'owner'`,
          [body.id],
        ),
      ).toHaveLength(1);
      expect(await findActivity(body.id)).toEqual([
        {
          action: 'User created',
          description: 'robin@example.com was created.',
          user_id: suite.administrator.id,
          ip_address: '127.0.0.1',
          user_agent: 'a test',
          metadata: { targetUserId: body.id, role: 'user' },
        },
      ]);
    });

    it('creates an administrator', async () => {
      expect(
        await suite.client.post<UserDto>(USERS_PATH, { ...NEW_USER, email: 'second-admin@example.com', role: 'admin' }),
      ).toMatchObject({ status: 201, body: { role: 'admin', status: 'demo' } });
    });

    it.each([
      ['email', { email: 'not an address' }, 'Please enter a valid email address'],
      ['email', { email: undefined }, 'Please enter a valid email address'],
      ['email', { email: ['a@example.com'] }, 'Please enter a valid email address'],
      ['firstName', { firstName: '  ' }, 'First name is required'],
      ['firstName', { firstName: undefined }, 'First name is required'],
      ['firstName', { firstName: 'a\nb' }, 'Use a single line of plain text.'],
      ['firstName', { firstName: 'a'.repeat(101) }, 'Use 100 characters or fewer.'],
      ['lastName', { lastName: null }, 'Last name is required'],
      ['password', { password: '12345' }, 'Password must be at least 6 characters'],
      ['password', { password: undefined }, 'Password must be at least 6 characters'],
      ['password', { password: 'a'.repeat(201) }, 'Password must be at most 200 characters'],
      ['role', { role: 'owner' }, 'Role must be user or admin'],
      ['status', { status: 'active' }, 'Unknown field.'],
    ])('rejects an invalid %s: %j', async (field, changes, message) => {
      const userCount = await database.manager.count(User);
      expect(
        await suite.client.post(USERS_PATH, { ...NEW_USER, email: 'refused@example.com', ...changes }),
      ).toMatchObject(problem(400, 'VALIDATION_FAILED', { errors: [{ field, message }] }));
      expect(await database.manager.count(User)).toBe(userCount);
    });

    it('reports each missing field when there is no body', async () => {
      const { status, body } = await suite.client.post(USERS_PATH);
      expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({
        status: 400,
        fields: ['email', 'firstName', 'lastName', 'password'],
      });
    });

    it('rejects an email that is already in use, regardless of case and even in concurrent requests', async () => {
      const responses = await Promise.all(
        ['Twin@example.com', 'twin@Example.com'].map((email) => suite.client.post(USERS_PATH, { ...NEW_USER, email })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'EMAIL_TAKEN',
        message: 'That email is already in use.',
      });
      expect(api.log.join('')).not.toContain(NEW_USER.password);
      expect(api.log.join('')).not.toContain('$argon2id');
    });
  });

  describe('PUT /api/admin/users/{id}', () => {
    it('changes only the fields in the request', async () => {
      const { createdAt, updatedAt, ...before } = await findUser(suite.target.user.id);
      const { status, body } = await updateUser({
        firstName: 'Robin',
        email: 'EDITED@example.com',
        company: 'Reyes HVAC',
      });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { firstName: 'Robin', lastName: 'Reyes', email: 'edited@example.com', company: 'Reyes HVAC' },
      });
      const after = await findUser(suite.target.user.id);
      expect(after).toMatchObject({ ...before, firstName: 'Robin', email: 'edited@example.com', createdAt });
      expect(after.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
      expect(await findActivity(suite.target.user.id)).toMatchObject([
        {
          action: 'User updated',
          description: expect.stringContaining('was updated: first name, email, company.') as string,
          user_id: suite.administrator.id,
          metadata: { changed: ['firstName', 'email', 'company'] },
        },
      ]);
    });

    it('clears fields sent as null or empty', async () => {
      expect(await updateUser({ firstName: null, lastName: '' })).toMatchObject({
        status: 200,
        body: { firstName: null, lastName: null },
      });
    });

    it('changes nothing when no value differs', async () => {
      const before = await findUser(suite.target.user.id);
      expect(
        await updateUser({
          firstName: 'Dana',
          role: 'user',
          isActive: true,
          email: suite.target.user.email?.toUpperCase(),
        }),
      ).toMatchObject({ status: 200 });
      expect(await updateUser({})).toMatchObject({ status: 200 });
      expect(await findUser(suite.target.user.id)).toEqual(before);
      expect(await findActivity(suite.target.user.id)).toEqual([]);
    });

    it.each([
      [{ email: 'nowhere' }, 'Please enter a valid email address'],
      [{ email: null }, 'Please enter a valid email address'],
      [{ role: null }, 'Role must be user or admin'],
      [{ isActive: 'false' }, 'This must be true or false.'],
      [{ firstName: 5 }, 'This must be text.'],
      [{ status: 'active' }, 'Unknown field.'],
      [{ passwordHash: 'x' }, 'Unknown field.'],
    ])('rejects %j', async (changes, message) => {
      const before = await findUser(suite.target.user.id);
      expect(await updateUser({ lastName: 'Changed', ...changes })).toMatchObject({
        status: 400,
        body: { errors: [{ message }] },
      });
      expect(await findUser(suite.target.user.id)).toEqual(before);
    });

    it("rejects another user's email", async () => {
      const { user: otherUser } = await database.makeAccount();
      expect(await updateUser({ email: otherUser.email?.toUpperCase(), lastName: 'Changed' })).toMatchObject(
        problem(409, 'EMAIL_TAKEN'),
      );
      expect(await findUser(suite.target.user.id)).toMatchObject({ email: suite.target.user.email, lastName: 'Reyes' });
      expect(await findActivity(suite.target.user.id)).toEqual([]);
    });

    it('ends all sessions when the user is disabled', async () => {
      const session = await api.signIn(suite.target.user);
      expect(await updateUser({ isActive: false })).toMatchObject({
        status: 200,
        body: { isActive: false, status: 'active' },
      });
      expect(await isSignedIn(session)).toBe(false);
      expect(await updateUser({ isActive: true })).toMatchObject({ status: 200, body: { isActive: true } });
      expect(await isSignedIn(session)).toBe(false);
    });

    it('revokes administrator access immediately on demotion', async () => {
      await patch('make-admin');
      const demotedClient = await api.signIn(suite.target.user);
      expect(await demotedClient.get(USERS_PATH)).toMatchObject({ status: 200 });
      expect(await updateUser({ role: 'user' })).toMatchObject({ status: 200, body: { role: 'user' } });
      expect(await demotedClient.get(USERS_PATH)).toMatchObject(problem(403, 'ADMIN_ONLY'));
    });
  });
});
