import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { SessionsRepository } from '@ringwell/database/accounts/sign-in/sessions.repository';
import { TotpFactor } from '@ringwell/database/accounts/sign-in/totp-factor.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { makeAccount } from '@ringwell/testing/make-account';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { SecurityRecorder } from '../../http/security/security-recorder.service';

const PATH = '/api/my/second-factor';
const PASSWORD = 'four quiet copper kettles';
const OFF = {
  isAvailable: true,
  isRequired: false,
  arePasskeysAvailable: true,
  totp: null,
  passkeys: [],
  recoveryCodesLeft: 0,
};

describe('Two-step verification', () => {
  const { api, database } = useTestApi();
  let passwordHash: string;
  let user: User;
  let client: SessionClient;

  beforeAll(async () => {
    passwordHash = await hashPassword(PASSWORD);
  });
  beforeEach(async () => {
    ({ user } = await makeAccount(database.dataSource, { user: { passwordHash } }));
    client = await SessionClient.signIn(api, database.dataSource, user.id);
  });

  const setUp = async (): Promise<{ app: AuthenticatorApp; secret: string }> => {
    const { body } = await client.post<{ secret: string }>(`${PATH}/totp`);
    return { app: new AuthenticatorApp(body.secret), secret: body.secret };
  };
  const activate = (code: string): Promise<ClientResponse<ProblemBody & { recoveryCodes: string[] }>> =>
    client.post(`${PATH}/totp/activate`, { code });
  const enableSecondFactor = async (): Promise<{ app: AuthenticatorApp; recoveryCodes: string[] }> => {
    const { app } = await setUp();
    const { recoveryCodes } = (await activate(app.generateCode())).body;
    // Resets the time step so the test doesn't have to wait for the next code.
    await database.dataSource.query('update totp_factors set last_counter = null where user_id = $1', [user.id]);
    return { app, recoveryCodes };
  };
  const ageSession = (age = '16 minutes'): Promise<unknown> =>
    database.dataSource.query('update sessions set confirmed_at = now() - $2::interval where user_id = $1', [
      user.id,
      age,
    ]);
  const signInStatus = async (): Promise<number> =>
    (await new SessionClient(api.url, '').post('/api/login', { email: user.email, password: PASSWORD }, { cookie: '' }))
      .status;
  const events = async (): Promise<SecurityEvent[]> => {
    await api.app.get(SecurityRecorder).flush(true);
    const all = await database.dataSource.manager.find(SecurityEvent, { order: { createdAt: 'ASC' } });
    return all.filter((event) => event.userId === user.id || event.targetUserId === user.id);
  };

  it('is turned on with a code from the app, and shows recovery codes once', async () => {
    expect((await client.get(PATH)).body).toEqual(OFF);
    const { body, headers } = await client.post<{ secret: string; uri: string }>(`${PATH}/totp`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.uri).toBe(
      `otpauth://totp/Ringwell:${encodeURIComponent(user.email ?? '')}?issuer=Ringwell&secret=${body.secret}` +
        '&algorithm=SHA1&digits=6&period=30',
    );
    const app = new AuthenticatorApp(body.secret);
    expect((await client.get(PATH)).body).toMatchObject({ totp: null });
    expect(await signInStatus()).toBe(200); // an unfinished setup doesn't affect signing in
    expect(await activate(app.findWrongCode())).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'code' }] }),
    );
    const code = app.generateCode();
    const activated = await activate(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(activated).toMatchObject({ status: 200 });
    expect(new Set(activated.body.recoveryCodes).size).toBe(10);
    expect(activated.headers.get('cache-control')).toBe('no-store');
    expect((await client.get(PATH)).body).toMatchObject({
      totp: { activatedAt: expect.any(String) as string, lastUsedAt: null },
      recoveryCodesLeft: 10,
    });
    expect(await signInStatus()).toBe(401);
    expect(await activate(app.generateCode(1))).toMatchObject(problem(409, 'SECOND_FACTOR_SETUP_MISSING'));
    expect(await client.post(`${PATH}/totp`)).toMatchObject(problem(409, 'SECOND_FACTOR_EXISTS'));
  });

  it('gives the session a new id', async () => {
    const earlierClient = new SessionClient(api.url, client.cookie);
    await enableSecondFactor();
    expect((await client.get(PATH)).status).toBe(200);
    await database.dataSource.query(`update sessions set replaced_at = now() - interval '11 seconds'`);
    expect((await earlierClient.get(PATH)).status).toBe(401);
    expect((await client.delete(`${PATH}/totp`)).status).toBe(204);
  });

  it('stores and logs neither the secret nor the codes', async () => {
    const { app, secret } = await setUp();
    const { recoveryCodes } = (await activate(app.generateCode())).body;
    const stored = JSON.stringify([
      await database.dataSource.manager.findOneByOrFail(TotpFactor, { userId: user.id }),
      await database.dataSource.query('select * from recovery_codes where user_id = $1', [user.id]),
      await database.dataSource.manager.find(ActivityLog),
      api.log,
    ]);
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replace('-', ''))])
      expect(stored).not.toContain(word);
  });

  it('accepts only the secret of the latest setup', async () => {
    const { app: first } = await setUp();
    const { app: second } = await setUp();
    expect((await activate(first.generateCode())).status).toBe(400);
    expect((await activate(second.generateCode())).status).toBe(200);
  });

  it('requires a recent confirmation for every change', async () => {
    const { app } = await setUp();
    const required = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
    await ageSession();
    expect(await client.post(`${PATH}/totp`)).toMatchObject(required);
    expect(await activate(app.generateCode())).toMatchObject(required);
    await ageSession('0 minutes');
    expect((await activate(app.generateCode())).status).toBe(200);
    await ageSession();
    expect(await client.post(`${PATH}/recovery-codes`)).toMatchObject(required);
    expect(await client.delete(`${PATH}/totp`)).toMatchObject(required);
    expect(await signInStatus()).toBe(401);
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
    const seen = (await events()).map(({ outcome, method, code, action }) => [outcome, method, code ?? action]);
    expect(seen).toEqual(
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
    expect((await client.get(PATH)).body).toEqual(OFF);
    expect(await signInStatus()).toBe(200);
    const missing = { status: 404, body: { code: 'SECOND_FACTOR_NOT_FOUND' } };
    expect(await client.delete(`${PATH}/totp`)).toMatchObject(missing);
    expect(await client.post(`${PATH}/recovery-codes`)).toMatchObject(missing);
  });

  it('is unavailable to users without a password and to impersonating administrators', async () => {
    const { user: boss } = await makeAccount(database.dataSource, { user: { role: 'admin', passwordHash } });
    const viewing = await SessionClient.signIn(api, database.dataSource, boss.id);
    const [{ sid } = { sid: '' }] = await database.dataSource.query<{ sid: string }[]>(
      'select sid from sessions where user_id = $1',
      [boss.id],
    );
    await new SessionsRepository(database.dataSource.manager).impersonate(sid, user.id);
    const impersonating = { status: 403, body: { code: 'IMPERSONATING' } };
    expect(await viewing.get(PATH)).toMatchObject(impersonating);
    expect(await viewing.post(`${PATH}/totp`)).toMatchObject(impersonating);
    await database.dataSource.manager.update(User, { id: user.id }, { passwordHash: null });
    expect((await client.get(PATH)).body).toMatchObject({ isAvailable: false });
    expect(await client.post(`${PATH}/totp`)).toMatchObject(problem(409, 'NO_PASSWORD'));
  });

  it('is deleted with its user', async () => {
    await enableSecondFactor();
    await database.dataSource.query(
      'delete from accounts where id in (select account_id from members where user_id = $1)',
      [user.id],
    );
    await database.dataSource.query('delete from users where id = $1', [user.id]);
    expect(await database.dataSource.manager.countBy(TotpFactor, { userId: user.id })).toBe(0);
    expect(await database.dataSource.query('select from recovery_codes where user_id = $1', [user.id])).toEqual([]);
  });
});
