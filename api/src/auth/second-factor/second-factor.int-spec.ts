import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { TotpFactor } from '@ringwell/database/accounts/sign-in/totp-factor.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import { summarizeSecurityEvents } from '../../http/security/testing/list-security-events';

const PATH = '/api/my/second-factor';
const PASSWORD = 'four quiet copper kettles';
const DISABLED_STATE = {
  isAvailable: true,
  isRequired: false,
  arePasskeysAvailable: true,
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
};

describe('Two-step verification', () => {
  const { api, database, user, client } = useSignedInOwner({ password: PASSWORD });

  const startSetup = async (): Promise<{ app: AuthenticatorApp; secret: string }> => {
    const { body } = await client.post<{ secret: string }>(`${PATH}/totp`);
    return { app: new AuthenticatorApp(body.secret), secret: body.secret };
  };
  const activateApp = (code: string): Promise<ClientResponse<ProblemBody & { recoveryCodes: string[] }>> =>
    client.post(`${PATH}/totp/activate`, { code });
  const enableSecondFactor = async (): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> => {
    const { app } = await startSetup();
    const { recoveryCodes } = (await activateApp(app.generateCode())).body;
    // Resets the time step so the test doesn't have to wait for the next code.
    await database.query('update totp_factors set last_counter = null where user_id = $1', [user.id]);
    return { app, recoveryCodes };
  };
  const ageSession = (age = '16 minutes'): Promise<unknown> =>
    database.query('update sessions set confirmed_at = now() - $2::interval where user_id = $1', [user.id, age]);
  const fetchSignInStatus = async (): Promise<number> =>
    (await new SessionClient(api.url, '').post('/api/login', { email: user.email, password: PASSWORD }, { cookie: '' }))
      .status;

  it('is turned on with a code from the app, and shows recovery codes once', async () => {
    expect((await client.get(PATH)).body).toEqual(DISABLED_STATE);
    const { body, headers } = await client.post<{ secret: string; uri: string }>(`${PATH}/totp`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.uri).toBe(
      `otpauth://totp/Ringwell:${encodeURIComponent(user.email ?? '')}?issuer=Ringwell&secret=${body.secret}` +
        '&algorithm=SHA1&digits=6&period=30',
    );
    const app = new AuthenticatorApp(body.secret);
    expect((await client.get(PATH)).body).toMatchObject({ totp: null });
    expect(await fetchSignInStatus()).toBe(200); // an unfinished setup doesn't affect signing in
    expect(await activateApp(app.findWrongCode())).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'code' }] }),
    );
    const code = app.generateCode();
    const activation = await activateApp(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(activation).toMatchObject({ status: 200 });
    expect(new Set(activation.body.recoveryCodes).size).toBe(10);
    expect(activation.headers.get('cache-control')).toBe('no-store');
    expect((await client.get(PATH)).body).toMatchObject({
      totp: { activatedAt: expect.any(String) as string, lastUsedAt: null },
      recoveryCodesLeft: 10,
    });
    expect(await fetchSignInStatus()).toBe(401);
    expect(await activateApp(app.generateCode(1))).toMatchObject(problem(409, 'SECOND_FACTOR_SETUP_MISSING'));
    expect(await client.post(`${PATH}/totp`)).toMatchObject(problem(409, 'SECOND_FACTOR_EXISTS'));
  });

  it('gives the session a new id when it is turned on', async () => {
    const earlierClient = new SessionClient(api.url, client.cookie);
    await enableSecondFactor();
    expect((await client.get(PATH)).status).toBe(200);
    await database.query(`update sessions set replaced_at = now() - interval '11 seconds'`);
    expect((await earlierClient.get(PATH)).status).toBe(401);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
  });

  it('stores and logs neither the secret nor the codes', async () => {
    const { app, secret } = await startSetup();
    const { recoveryCodes } = (await activateApp(app.generateCode())).body;
    const storedText = JSON.stringify([
      await database.manager.findOneByOrFail(TotpFactor, { userId: user.id }),
      await database.query('select * from recovery_codes where user_id = $1', [user.id]),
      await database.manager.find(ActivityLog),
      api.log,
    ]);
    for (const secretText of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))])
      expect(storedText).not.toContain(secretText);
  });

  it('accepts only the secret from the latest setup', async () => {
    const { app: firstApp } = await startSetup();
    const { app: secondApp } = await startSetup();
    expect((await activateApp(firstApp.generateCode())).status).toBe(400);
    expect((await activateApp(secondApp.generateCode())).status).toBe(200);
  });

  it('requires a recent confirmation for every change', async () => {
    const { app } = await startSetup();
    const reauthenticationRequired = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
    await ageSession();
    expect(await client.post(`${PATH}/totp`)).toMatchObject(reauthenticationRequired);
    expect(await activateApp(app.generateCode())).toMatchObject(reauthenticationRequired);
    await ageSession('0 minutes');
    expect((await activateApp(app.generateCode())).status).toBe(200);
    await ageSession();
    expect(await client.post(`${PATH}/recovery-codes`)).toMatchObject(reauthenticationRequired);
    expect(await client.delete(`${PATH}/totp`)).toMatchObject(reauthenticationRequired);
    expect(await fetchSignInStatus()).toBe(401);
  });

  it("asks for the password and the code to confirm the user's identity", async () => {
    const confirm = (body: object): Promise<ClientResponse<ProblemBody>> => client.post('/api/auth/confirm', body);
    expect((await client.get('/api/auth/confirm')).body).toMatchObject({ method: 'password', needsCode: false });
    const { app, recoveryCodes } = await enableSecondFactor();
    await ageSession();
    expect((await client.get('/api/auth/confirm')).body).toMatchObject({ method: 'password', needsCode: true });
    const wrongCode = { status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ field: 'code' }] } };
    expect(await confirm({ password: PASSWORD })).toMatchObject(wrongCode);
    expect(await confirm({ password: PASSWORD, code: null })).toMatchObject(wrongCode);
    expect(await confirm({ password: PASSWORD, code: app.findWrongCode() })).toMatchObject(wrongCode);
    expect(await confirm({ password: 'wrong', code: app.generateCode() })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password' }] },
    });
    expect((await client.delete(`${PATH}/totp`)).status).toBe(403);
    const code = app.generateCode();
    expect((await confirm({ password: PASSWORD, code })).status).toBe(204);
    expect(await confirm({ password: PASSWORD, code })).toMatchObject(wrongCode);
    expect((await confirm({ password: PASSWORD, code: recoveryCodes[0] })).status).toBe(204);
    expect(await confirm({ password: PASSWORD, code: recoveryCodes[0] })).toMatchObject(wrongCode);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    expect(await summarizeSecurityEvents(api, database, user.id)).toEqual(
      expect.arrayContaining([
        ['succeeded', 'totp', 'Sign-in factor added'],
        ['refused', 'totp', 'WRONG_CODE'],
        ['refused', 'totp', 'CODE_USED'],
        ['refused', 'recovery_code', 'WRONG_CODE'],
        ['succeeded', 'totp', 'Identity confirmed'],
        ['succeeded', 'recovery_code', 'Identity confirmed'],
        ['succeeded', 'totp', 'Sign-in factor removed'],
      ]),
    );
  });

  it('replaces recovery codes, and deletes them with the app', async () => {
    const { recoveryCodes } = await enableSecondFactor();
    const { body } = await client.post<{ recoveryCodes: string[] }>(`${PATH}/recovery-codes`);
    expect(body.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const confirm = async (code?: string): Promise<number> =>
      (await client.post('/api/auth/confirm', { password: PASSWORD, code })).status;
    expect([await confirm(recoveryCodes[0]), await confirm(body.recoveryCodes[0])]).toEqual([400, 204]);
    expect((await client.get(PATH)).body).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
    expect((await client.get(PATH)).body).toEqual(DISABLED_STATE);
    expect(await fetchSignInStatus()).toBe(200);
    const factorNotFound = { status: 404, body: { code: 'SECOND_FACTOR_NOT_FOUND' } };
    expect(await client.delete(`${PATH}/totp`)).toMatchObject(factorNotFound);
    expect(await client.post(`${PATH}/recovery-codes`)).toMatchObject(factorNotFound);
  });

  it('is unavailable to users without a password and to impersonating administrators', async () => {
    const { user: administrator } = await database.makeAccount({
      user: { role: 'admin' },
      password: PASSWORD,
    });
    const adminClient = await api.signIn(administrator);
    const [{ sid } = { sid: '' }] = await database.query<{ sid: string }[]>(
      'select sid from sessions where user_id = $1',
      [administrator.id],
    );
    await database.repositories.sessions.impersonate(sid, user.id);
    const impersonatingProblem = { status: 403, body: { code: 'IMPERSONATING' } };
    expect(await adminClient.get(PATH)).toMatchObject(impersonatingProblem);
    expect(await adminClient.post(`${PATH}/totp`)).toMatchObject(impersonatingProblem);
    await database.manager.update(User, { id: user.id }, { passwordHash: null });
    expect((await client.get(PATH)).body).toMatchObject({ isAvailable: false });
    expect(await client.post(`${PATH}/totp`)).toMatchObject(problem(409, 'NO_PASSWORD'));
  });

  it('is deleted with its user', async () => {
    await enableSecondFactor();
    await database.query('delete from accounts where id in (select account_id from members where user_id = $1)', [
      user.id,
    ]);
    await database.query('delete from users where id = $1', [user.id]);
    expect(await database.manager.countBy(TotpFactor, { userId: user.id })).toBe(0);
    expect(await database.query('select from recovery_codes where user_id = $1', [user.id])).toEqual([]);
  });
});
