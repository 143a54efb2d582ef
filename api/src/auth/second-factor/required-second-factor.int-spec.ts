import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { SessionClient, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { SecurityRecorder } from '../../http/security/security-recorder.service';
import type { CurrentUserDto } from '../current-user/current-user.dto';

const PATH = '/api/my/second-factor';
const PASSWORD = 'four quiet copper kettles';

describe('ADMIN_SECOND_FACTOR=required', () => {
  const { api, database } = useTestApi({ ADMIN_SECOND_FACTOR: 'required' });

  const makeUser = async (user: Partial<User>): Promise<User> =>
    (await database.makeAccount({ user, password: PASSWORD })).user;
  const signIn = async ({ email }: User): Promise<{ client: SessionClient; requiredStep: unknown }> => {
    const { headers, body } = await new SessionClient(api.url, '').post<CurrentUserDto>('/api/login', {
      email,
      password: PASSWORD,
    });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { client: new SessionClient(api.url, cookie), requiredStep: body.requiredStep };
  };
  const fetchRequiredStep = async (client: SessionClient): Promise<unknown> =>
    (await client.get<CurrentUserDto>('/api/auth/user')).body.requiredStep;
  async function enableSecondFactor(client: SessionClient): Promise<void> {
    const app = new AuthenticatorApp((await client.post<{ secret: string }>(`${PATH}/totp`)).body.secret);
    expect((await client.post(`${PATH}/totp/activate`, { code: app.generateCode() })).status).toBe(200);
  }

  it('only lets administrators set up a second factor or sign out', async () => {
    const administrator = await makeUser({ role: 'admin' });
    const { client, requiredStep } = await signIn(administrator);
    expect([requiredStep, await fetchRequiredStep(client)]).toEqual(['set_up_second_factor', 'set_up_second_factor']);
    const setupRequired = { status: 403, body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } };
    expect(await client.get('/api/admin/users')).toMatchObject(setupRequired);
    expect(await client.get('/api/my/settings')).toMatchObject(setupRequired);
    expect(await client.patch('/api/my/account', { firstName: 'D' })).toMatchObject(setupRequired);
    expect(await client.get('/api/auth/confirm')).toMatchObject({ status: 200, body: { method: 'password' } });
    await enableSecondFactor(client);
    expect(await fetchRequiredStep(client)).toBeNull();
    expect((await client.get('/api/admin/users')).status).toBe(200);
    const { client: otherClient } = await signIn(await makeUser({ role: 'admin' }));
    expect((await otherClient.post('/api/logout')).status).toBe(204);
    await api.app.get(SecurityRecorder).flush(true);
    const deniedEvents = await database.manager.findBy(SecurityEvent, {
      userId: administrator.id,
      kind: 'access_refused',
    });
    expect(deniedEvents.map(({ code }) => code)).toContain('SECOND_FACTOR_SETUP_REQUIRED');
  });

  it("prevents the removal of an administrator's last factor", async () => {
    const { client } = await signIn(await makeUser({ role: 'admin' }));
    await enableSecondFactor(client);
    expect((await client.get(PATH)).body).toMatchObject({ isRequired: true });
    const lastFactorProblem = { status: 409, body: { code: 'LAST_SECOND_FACTOR' } };
    expect(await client.delete<ProblemBody>(`${PATH}/totp`)).toMatchObject(lastFactorProblem);
    expect((await client.get(PATH)).body).toMatchObject({ totp: expect.any(Object) as object, recoveryCodesLeft: 10 });
  });

  it('applies after administrators have chosen their own password', async () => {
    const { client, requiredStep } = await signIn(await makeUser({ role: 'admin', mustChangePassword: true }));
    expect(requiredStep).toBe('change_password');
    expect((await client.get(PATH)).status).toBe(403);
    const passwordChange = { currentPassword: PASSWORD, newPassword: 'five loud tin whistles' };
    expect((await client.post('/api/my/password', passwordChange)).status).toBe(204);
    expect(await fetchRequiredStep(client)).toBe('set_up_second_factor');
  });

  it('does not affect users, or administrators who sign in with a provider', async () => {
    const { client, requiredStep } = await signIn(await makeUser({}));
    expect([requiredStep, await fetchRequiredStep(client)]).toEqual([null, null]);
    expect((await client.get(PATH)).body).toMatchObject({ isRequired: false });
    await enableSecondFactor(client);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    const administrator = await makeUser({ role: 'admin' });
    const providerClient = await api.signIn(administrator);
    await database.query(`update sessions set sess = sess || '{"signedInWith": "oidc"}' where user_id = $1`, [
      administrator.id,
    ]);
    expect(await fetchRequiredStep(providerClient)).toBeNull();
    const passwordlessAdmin = await makeUser({ role: 'admin', passwordHash: null });
    expect(await fetchRequiredStep(await api.signIn(passwordlessAdmin))).toBeNull();
  });

  it('applies to sessions that started before the requirement was turned on', async () => {
    const { id } = await makeUser({ role: 'admin' });
    await database.repositories.sessions.create(id, `earlier-${id}`, { signedInWith: 'password' });
    const session = await database.repositories.sessions.find(`earlier-${id}`);
    expect(session).toMatchObject({ isUnprotectedAdministrator: true, mustChangePassword: false });
  });
});
