import { User } from '@ringwell/database/accounts/user.entity';
import { verifyPassword } from '@ringwell/platform/crypto/password';
import { SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { CurrentUserDto } from '../current-user/current-user.dto';

const ADMIN_SET_PASSWORD = 'four quiet copper kettles';
const CHOSEN_PASSWORD = 'five loud tin whistles';
const WEAK_PASSWORD = 'dragon2024!';
const TOO_COMMON_MESSAGE = expect.stringMatching(/^This password is too common/) as string;

describe('New passwords', () => {
  const { api, database } = useTestApi({ PASSWORD_MIN_LENGTH: '10', SELF_SIGN_UP: 'on' });
  let admin: SessionClient;

  beforeEach(async () => {
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    admin = await api.signIn(user);
  });

  async function makeUser(password: string): Promise<User> {
    return (await database.makeAccount({ password })).user;
  }
  async function signIn(
    email: string | null,
    password: string,
  ): Promise<[SessionClient, ClientResponse<CurrentUserDto>]> {
    const response = await new SessionClient(api.url, '').post<CurrentUserDto>('/api/login', { email, password });
    return [new SessionClient(api.url, response.headers.getSetCookie()[0]?.split(';')[0] ?? ''), response];
  }
  const summarizeRejection = ({ status, body }: ClientResponse<ProblemBody>): unknown => [
    status,
    body.code,
    body.errors?.[0]?.message,
  ];
  const expectedRejection = (message: unknown): unknown => [400, 'VALIDATION_FAILED', message];

  it.each([
    ['a common password', 'password123', TOO_COMMON_MESSAGE],
    ['a decorated common password', 'dragon2024!', TOO_COMMON_MESSAGE],
    ['only spaces', ' '.repeat(10), TOO_COMMON_MESSAGE],
    ['a short password', 'kX7%pqWmb', 'Password must be at least 10 characters'],
    ['the email address', 'robin@reyes-hvac.example', expect.stringMatching(/^Your email address is easy to guess/)],
  ])('are rejected for both users and administrators: %s', async (_case, password, message) => {
    const email = 'robin@reyes-hvac.example';
    const names = { firstName: 'Robin', lastName: 'Reyes' };
    const robin = (await database.makeAccount({ password: CHOSEN_PASSWORD })).user;
    await database.manager.update(User, { id: robin.id }, { email });
    const [client] = await signIn(email, CHOSEN_PASSWORD);
    const responses = [
      await client.post('/api/my/password', { currentPassword: CHOSEN_PASSWORD, newPassword: password }),
      await admin.post(`/api/admin/users/${robin.id}/password`, { password }),
      await admin.post('/api/admin/users', { ...names, email, password }),
    ];
    for (const response of responses) expect(summarizeRejection(response)).toEqual(expectedRejection(message));
    const page = await new SessionClient(api.url, '').post<string>(
      '/api/sign-up',
      new URLSearchParams({ ...names, email, password }),
    );
    expect([page.status, /role="alert">([^<]*)/.exec(page.body)?.[1]]).toEqual([400, message]);
    const storedUser = await database.manager.findOneByOrFail(User, { id: robin.id });
    expect(await verifyPassword(storedUser.passwordHash, CHOSEN_PASSWORD)).toBe(true);
    await database.manager.delete(User, { id: robin.id });
  });

  it('must differ from the current password', async () => {
    const robin = await makeUser(CHOSEN_PASSWORD);
    const [client] = await signIn(robin.email, CHOSEN_PASSWORD);
    const unchangedMessage = 'This is the current password. Choose a different one.';
    expect(
      summarizeRejection(
        await client.post('/api/my/password', { currentPassword: CHOSEN_PASSWORD, newPassword: CHOSEN_PASSWORD }),
      ),
    ).toEqual(expectedRejection(unchangedMessage));
    expect(
      summarizeRejection(await admin.post(`/api/admin/users/${robin.id}/password`, { password: CHOSEN_PASSWORD })),
    ).toEqual(expectedRejection(unchangedMessage));
  });

  it.each(['created a user with', 'assigned'])(
    'must be changed at first sign-in after an administrator %s them',
    async (action) => {
      const robin = await makeUser(CHOSEN_PASSWORD);
      let { email } = robin;
      if (action === 'created a user with') {
        email = `robin-${Date.now()}@example.com`;
        const names = { firstName: 'Robin', lastName: 'Reyes' };
        expect((await admin.post('/api/admin/users', { ...names, email, password: ADMIN_SET_PASSWORD })).status).toBe(
          201,
        );
      } else {
        expect(
          (await admin.post(`/api/admin/users/${robin.id}/password`, { password: ADMIN_SET_PASSWORD })).status,
        ).toBe(204);
      }
      const [client, { status, body }] = await signIn(email, ADMIN_SET_PASSWORD);
      expect({ status, body }).toMatchObject({ status: 200, body: { requiredStep: 'change_password' } });

      const stepRequired = { status: 403, body: { code: 'PASSWORD_CHANGE_REQUIRED' } };
      expect(await client.get('/api/my/settings')).toMatchObject(stepRequired);
      expect(await client.patch('/api/my/account', { firstName: 'R' })).toMatchObject(stepRequired);
      expect(await client.get('/api/auth/user')).toMatchObject({ body: { requiredStep: 'change_password' } });

      const passwordChange = { currentPassword: ADMIN_SET_PASSWORD, newPassword: CHOSEN_PASSWORD };
      if (action === 'created a user with')
        expect(
          await client.post('/api/my/password', { ...passwordChange, newPassword: ADMIN_SET_PASSWORD }),
        ).toMatchObject({ status: 400 });
      expect((await client.post('/api/my/password', passwordChange)).status).toBe(204);
      expect(await client.get('/api/auth/user')).toMatchObject({ status: 200, body: { requiredStep: null } });
      expect((await client.patch('/api/my/account', { firstName: 'R' })).status).toBe(200);
    },
  );

  it("don't have to be changed when administrators set their own", async () => {
    const { user } = await database.makeAccount({
      user: { role: 'admin' },
      password: WEAK_PASSWORD,
    });
    const [client, { body }] = await signIn(user.email, WEAK_PASSWORD);
    expect(body.hasWeakPassword).toBe(true);
    expect((await client.post(`/api/admin/users/${user.id}/password`, { password: CHOSEN_PASSWORD })).status).toBe(204);
    expect((await client.get<CurrentUserDto>('/api/auth/user')).body.hasWeakPassword).toBe(false);
    expect((await signIn(user.email, CHOSEN_PASSWORD))[1].body.requiredStep).toBeNull();
  });

  it('are requested if the current password is short or easy to guess', async () => {
    const { email } = await makeUser(WEAK_PASSWORD);
    const [client, { body }] = await signIn(email, WEAK_PASSWORD);
    expect(body).toMatchObject({ hasWeakPassword: true, requiredStep: null });
    expect(await client.get('/api/auth/user')).toMatchObject({ body: { hasWeakPassword: true } });
    expect((await client.get('/api/my/sessions')).status).toBe(200);
    await client.post('/api/my/password', { currentPassword: WEAK_PASSWORD, newPassword: CHOSEN_PASSWORD });
    expect(await client.get('/api/auth/user')).toMatchObject({ body: { hasWeakPassword: false } });
    expect((await signIn(email, CHOSEN_PASSWORD))[1].body.hasWeakPassword).toBe(false);
  });

  it('are described in forms with the configured minimum length', async () => {
    const page = await (await fetch(`${api.url}/api/sign-up`)).text();
    expect(page).toContain('At least 10 characters. A phrase of several words is safer');
    expect(await (await fetch(`${api.url}/api/public/config`)).json()).toMatchObject({ passwordMinLength: 10 });
  });
});
