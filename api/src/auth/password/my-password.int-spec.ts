import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const PATH = '/api/my/password';
const PASSWORD = 'four quiet copper kettles';
const NEW_PASSWORD = 'five loud tin whistles';
const CHANGE = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };

describe('POST /api/my/password', () => {
  const { api, database, user, client } = useSignedInOwner({ password: PASSWORD });

  const signIn = async (password: string): Promise<number> =>
    (await new SessionClient(api.url, '').post('/api/login', { email: user.email, password })).status;
  const listActions = async (): Promise<string[]> =>
    (await database.manager.findBy(ActivityLog, { userId: user.id })).map(({ action }) => action);

  it("changes the password and ends the user's other sessions", async () => {
    const otherSession = await api.signIn(user);
    const { user: stranger } = await database.makeAccount();
    const strangerSession = await api.signIn(stranger);
    expect((await client.post(PATH, CHANGE)).status).toBe(204);
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 200]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await otherSession.get('/api/auth/user')).status).toBe(401);
    expect((await strangerSession.get('/api/auth/user')).status).toBe(200);
    expect(await listActions()).toContain('Password updated');
    expect(JSON.stringify(await database.manager.find(ActivityLog)) + api.log.join('')).not.toMatch(
      /copper kettles|tin whistles/,
    );
  });

  it('sets a first password without a current one', async () => {
    await database.manager.update(User, { id: user.id }, { passwordHash: null });
    expect((await client.post(PATH, { newPassword: NEW_PASSWORD })).status).toBe(204);
    expect(await signIn(NEW_PASSWORD)).toBe(200);
    expect((await client.post(PATH, { newPassword: PASSWORD })).status).toBe(400);
  });

  it.each([
    ['a missing current password', { newPassword: NEW_PASSWORD }, 'currentPassword', 'Enter your current password.'],
    [
      'a wrong current password',
      { currentPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD },
      'currentPassword',
      'Incorrect current password.',
    ],
    [
      'a new password that is too short',
      { currentPassword: PASSWORD, newPassword: '12345' },
      'newPassword',
      'Password must be at least 6 characters',
    ],
    ['a missing new password', { currentPassword: PASSWORD }, 'newPassword', 'Password must be at least 6 characters'],
    [
      'a new password that is too long',
      { currentPassword: PASSWORD, newPassword: 'x'.repeat(201) },
      'newPassword',
      'Password must be at most 200 characters',
    ],
    ['an unknown field', { ...CHANGE, userId: 'x' }, 'userId', 'Unknown field.'],
  ])('rejects %s', async (_case, body, field, message) => {
    await api.signIn(user);
    expect(await client.post(PATH, body)).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field, message }] }),
    );
    expect(await database.manager.findOneByOrFail(User, { id: user.id })).toMatchObject({
      passwordHash: user.passwordHash,
    });
    expect(await database.manager.countBy(Session, { userId: user.id })).toBe(2);
    expect(await listActions()).toEqual([]);
  });

  it('rejects an impersonating administrator', async () => {
    const { user: admin } = await database.makeAccount({ user: { role: 'admin' } });
    const impersonatingClient = await api.signIn(admin);
    const { sid } = await database.manager.findOneByOrFail(Session, { userId: admin.id });
    await database.repositories.sessions.impersonate(sid, user.id);
    expect(await impersonatingClient.post(PATH, CHANGE)).toMatchObject(problem(403, 'IMPERSONATING'));
    expect(await signIn(PASSWORD)).toBe(200);
  });

  it('requires a session', async () => {
    expect((await new SessionClient(api.url, '').post(PATH, { newPassword: NEW_PASSWORD })).status).toBe(401);
    expect((await client.post(PATH, CHANGE, { origin: 'https://evil.example' })).status).toBe(403);
  });
});
