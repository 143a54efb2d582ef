import type { ActivityLog } from '@ringwell/database/accounts/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { SessionClient, type Answer, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { UserDto } from './dto/user.dto';

const USERS = '/api/admin/users';
const PERSON = { firstName: 'Robin', lastName: 'Reyes', password: 'sixsix' };

describe('User administration', () => {
  const { api, database } = useTestApi();
  let administrator: User;
  let client: SessionClient;
  let target: TestAccount;

  beforeAll(async () => {
    ({ user: administrator } = await makeAccount(database.dataSource, { user: { role: 'admin' } }));
  });
  beforeEach(async () => {
    client = await SessionClient.signIn(api, database.dataSource, administrator.id);
    target = await makeAccount(database.dataSource, { user: { firstName: 'Dana', lastName: 'Reyes' } });
  });

  const userOf = (id: string): Promise<User> => database.dataSource.manager.findOneByOrFail(User, { id });
  const put = (changes: object): Promise<Answer<UserDto & ProblemBody>> =>
    client.put(`${USERS}/${target.user.id}`, changes);
  const patch = (verb: string): Promise<Answer<UserDto & ProblemBody>> =>
    client.patch(`${USERS}/${target.user.id}/${verb}`);
  const activityOf = (id: string): Promise<ActivityLog[]> =>
    database.dataSource.query(
      `select action, description, user_id, ip_address, user_agent, metadata from activity_logs where metadata->>'targetUserId' = $1 order by created_at, action`,
      [id],
    );
  const actionsOf = async (id: string): Promise<string[]> => (await activityOf(id)).map(({ action }) => action);
  const signedIn = (id: string): Promise<SessionClient> => SessionClient.signIn(api, database.dataSource, id);
  const isSignedIn = async (session: SessionClient): Promise<boolean> =>
    (await session.get('/api/auth/user')).status === 200;

  it('lists users newest first', async () => {
    const { status, body } = await client.get<UserDto[]>(USERS);
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      id: target.user.id,
      email: target.user.email,
      firstName: 'Dana',
      lastName: 'Reyes',
      profileImageUrl: null,
      company: null,
      role: 'user',
      status: 'active',
      isActive: true,
      activatedAt: target.user.activatedAt?.toISOString(),
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      hasPassword: false,
      billing: null,
    });
    expect(body.at(-1)?.id).toBe(administrator.id);
  });

  describe('POST /api/admin/users', () => {
    it('creates a demo user with default settings who can sign in', async () => {
      const { status, body } = await client.post<UserDto>(
        USERS,
        { ...PERSON, email: ' Robin@Example.com ' },
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
      expect(await verifyPassword((await userOf(body.id)).passwordHash, PERSON.password)).toBe(true);
      expect(
        await database.dataSource.query(
          'select from account_settings join account_lanes using (user_id) where user_id = $1',
          [body.id],
        ),
      ).toHaveLength(1);
      expect(await activityOf(body.id)).toEqual([
        {
          action: 'User created',
          description: 'robin@example.com was created.',
          user_id: administrator.id,
          ip_address: '127.0.0.1',
          user_agent: 'a test',
          metadata: { targetUserId: body.id, role: 'user' },
        },
      ]);
    });

    it('creates an administrator', async () => {
      expect(
        await client.post<UserDto>(USERS, { ...PERSON, email: 'second-admin@example.com', role: 'admin' }),
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
    ])('refuses an invalid %s: %j', async (field, changes, message) => {
      const before = await database.dataSource.manager.count(User);
      expect(await client.post(USERS, { ...PERSON, email: 'refused@example.com', ...changes })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ field, message }] },
      });
      expect(await database.dataSource.manager.count(User)).toBe(before);
    });

    it('reports each missing field when there is no body', async () => {
      const { status, body } = await client.post(USERS);
      expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({
        status: 400,
        fields: ['email', 'firstName', 'lastName', 'password'],
      });
    });

    it('refuses an email already in use in any case, also for concurrent requests', async () => {
      const answers = await Promise.all(
        ['Twin@example.com', 'twin@Example.com'].map((email) => client.post(USERS, { ...PERSON, email })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'EMAIL_TAKEN',
        message: 'That email is already in use.',
      });
      expect(api.log.join('')).not.toContain(PERSON.password);
      expect(api.log.join('')).not.toContain('$argon2id');
    });
  });

  describe('PUT /api/admin/users/{id}', () => {
    it('changes only the fields sent', async () => {
      const { createdAt, updatedAt, ...before } = await userOf(target.user.id);
      const { status, body } = await put({ firstName: 'Robin', email: 'EDITED@example.com', company: 'Reyes HVAC' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { firstName: 'Robin', lastName: 'Reyes', email: 'edited@example.com', company: 'Reyes HVAC' },
      });
      const after = await userOf(target.user.id);
      expect(after).toMatchObject({
        ...before,
        firstName: 'Robin',
        email: 'edited@example.com',
        company: 'Reyes HVAC',
        createdAt,
      });
      expect(after.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
      expect(await activityOf(target.user.id)).toMatchObject([
        { action: 'User updated', user_id: administrator.id, metadata: { changed: ['firstName', 'company', 'email'] } },
      ]);
    });

    it('clears fields sent as null or empty', async () => {
      expect(await put({ firstName: null, lastName: '' })).toMatchObject({
        status: 200,
        body: { firstName: null, lastName: null },
      });
    });

    it('changes nothing when no value differs', async () => {
      const before = await userOf(target.user.id);
      expect(
        await put({ firstName: 'Dana', role: 'user', isActive: true, email: target.user.email?.toUpperCase() }),
      ).toMatchObject({ status: 200 });
      expect(await put({})).toMatchObject({ status: 200 });
      expect(await userOf(target.user.id)).toEqual(before);
      expect(await activityOf(target.user.id)).toEqual([]);
    });

    it.each([
      [{ email: 'nowhere' }, 'Please enter a valid email address'],
      [{ email: null }, 'Please enter a valid email address'],
      [{ role: null }, 'Role must be user or admin'],
      [{ isActive: 'false' }, 'This must be true or false.'],
      [{ firstName: 5 }, 'This must be text.'],
      [{ status: 'active' }, 'Unknown field.'],
      [{ passwordHash: 'x' }, 'Unknown field.'],
    ])('refuses %j', async (changes, message) => {
      const before = await userOf(target.user.id);
      expect(await put({ lastName: 'Changed', ...changes })).toMatchObject({
        status: 400,
        body: { errors: [{ message }] },
      });
      expect(await userOf(target.user.id)).toEqual(before);
    });

    it('refuses the email of another user', async () => {
      const { user: other } = await makeAccount(database.dataSource);
      expect(await put({ email: other.email?.toUpperCase(), lastName: 'Changed' })).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_TAKEN' },
      });
      expect(await userOf(target.user.id)).toMatchObject({ email: target.user.email, lastName: 'Reyes' });
      expect(await activityOf(target.user.id)).toEqual([]);
    });

    it('ends all sessions when the user is disabled', async () => {
      const session = await signedIn(target.user.id);
      expect(await put({ isActive: false })).toMatchObject({
        status: 200,
        body: { isActive: false, status: 'active' },
      });
      expect(await isSignedIn(session)).toBe(false);
      expect(await put({ isActive: true })).toMatchObject({ status: 200, body: { isActive: true } });
      expect(await isSignedIn(session)).toBe(false);
    });

    it('revokes administrator access immediately on demotion', async () => {
      await patch('make-admin');
      const other = await signedIn(target.user.id);
      expect(await other.get(USERS)).toMatchObject({ status: 200 });
      expect(await put({ role: 'user' })).toMatchObject({ status: 200, body: { role: 'user' } });
      expect(await other.get(USERS)).toMatchObject({ status: 403, body: { code: 'ADMIN_ONLY' } });
    });
  });

  describe('activation and deactivation', () => {
    it('starts a new usage period on each activation and keeps the processing switch', async () => {
      await put({ isActive: false });
      await patch('deactivate');
      const before = Date.now();
      const { status, body } = await patch('activate');
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'active', isActive: false } });
      expect(Date.parse(body.activatedAt ?? '')).toBeGreaterThanOrEqual(before);
      expect(await actionsOf(target.user.id)).toEqual([
        'User updated',
        'Tokens revoked',
        'User deactivated',
        'User activated',
      ]);
    });

    it('keeps the usage period when the user is already active', async () => {
      expect(await patch('activate')).toMatchObject({
        status: 200,
        body: { activatedAt: target.user.activatedAt?.toISOString() },
      });
      expect(await activityOf(target.user.id)).toEqual([]);
    });

    it('reverts to demo, revokes bearer tokens and keeps sessions on deactivation', async () => {
      const session = await signedIn(target.user.id);
      const call = (): Promise<Response> =>
        fetch(`${api.url}/api/n8n/calls/${target.user.id}`, { headers: { authorization: `Bearer ${target.token}` } });
      expect((await call()).status).toBe(404);
      expect(await patch('deactivate')).toMatchObject({ status: 200, body: { status: 'demo', isActive: true } });
      const later = Date.now() + 30_000; // a token is remembered for some seconds
      const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
      expect((await call()).status).toBe(401);
      clock.mockRestore();
      expect(await isSignedIn(session)).toBe(true);
      expect(await activityOf(target.user.id)).toMatchObject([
        { action: 'Tokens revoked', metadata: { count: 1 } },
        { action: 'User deactivated' },
      ]);
      await patch('deactivate');
      expect(await activityOf(target.user.id)).toHaveLength(2);
    });
  });

  it('promotes a user to administrator once', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await patch('make-admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await actionsOf(target.user.id)).toEqual(['User promoted']);
  });

  describe('POST /api/admin/users/{id}/password', () => {
    const setPassword = (id: string, body: object): Promise<Answer<ProblemBody>> =>
      client.post(`${USERS}/${id}/password`, body);

    it('signs the user out everywhere', async () => {
      const sessions = [await signedIn(target.user.id), await signedIn(target.user.id)];
      expect(await setPassword(target.user.id, { password: ' new password ' })).toMatchObject({ status: 204 });
      expect(await verifyPassword((await userOf(target.user.id)).passwordHash, ' new password ')).toBe(true);
      expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false]);
      expect(await actionsOf(target.user.id)).toEqual(['Password updated']);
      expect(api.log.join('')).not.toContain('new password');
    });

    it('keeps the current session when administrators set their own password', async () => {
      const elsewhere = await signedIn(administrator.id);
      expect(await setPassword(administrator.id, { password: 'my own new one' })).toMatchObject({ status: 204 });
      expect(await Promise.all([client, elsewhere].map(isSignedIn))).toEqual([true, false]);
    });

    it.each([[{ password: '12345' }], [{}], [{ password: 'long enough', passwordHash: 'x' }]])(
      'keeps the password when the request is invalid: %j',
      async (body) => {
        const session = await signedIn(target.user.id);
        expect(await setPassword(target.user.id, body)).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_FAILED' },
        });
        expect((await userOf(target.user.id)).passwordHash).toBeNull();
        expect(await isSignedIn(session)).toBe(true);
      },
    );
  });
});
