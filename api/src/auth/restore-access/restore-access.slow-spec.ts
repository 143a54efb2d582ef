import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import { AuthenticatorApp } from '@ringwell/testing/authenticator-app';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser, type BrowserResponse } from '@ringwell/testing/test-browser';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { SecurityRecorder } from '../../http/security/security-recorder.service';
import { findLockedOut, restoreAccess, type RestoreAccessResult } from './restore-access';

const PASSWORD = 'four quiet copper kettles';
// Over plain HTTP, cookies have the names that SessionClient sends.
const ORIGIN = 'http://calls.example.com';
const PROVIDER_SETTINGS = {
  LOCAL_SIGN_IN: 'off',
  PUBLIC_URL: ORIGIN,
  OIDC_ISSUER_URL: 'https://id.example.com',
  OIDC_CLIENT_ID: 'ringwell',
  AUTH_PROVIDER_NAME: 'Acme',
};

describe('Restoring access', () => {
  const database = useTestDatabase();
  let api: TestApi;
  let unitOfWork: UnitOfWork;
  let user: User;
  let client: SessionClient;

  async function startApiAndSignIn(settings: Record<string, string>): Promise<void> {
    api = await startApi(database.url, settings);
    const passwordHash = await hashPassword(PASSWORD);
    ({ user } = await database.makeAccount({ user: { passwordHash } }));
    client = await api.signIn(user);
  }
  beforeAll(() => {
    unitOfWork = database.unitOfWork;
  });
  afterEach(() => api.stop());

  async function restore(needsLink: boolean): Promise<RestoreAccessResult> {
    const lockedOut = await findLockedOut(unitOfWork, user.email?.toUpperCase() ?? '', needsLink);
    return restoreAccess(
      unitOfWork,
      { PRODUCT_NAME: 'Ringwell', PUBLIC_URL: ORIGIN, PORT: 3000, SMTP_URL: 'smtp://127.0.0.1:9' },
      { user: lockedOut.user, needsLink },
    );
  }
  const getToken = ({ link = '' }: RestoreAccessResult): string => new URL(link).searchParams.get('token') ?? '';
  const listEvents = async (): Promise<SecurityEvent[]> => {
    await api.app.get(SecurityRecorder).flush(true);
    const allEvents = await database.manager.find(SecurityEvent, { order: { createdAt: 'ASC' } });
    return allEvents.filter((event) => event.userId === user.id || event.targetUserId === user.id);
  };
  const postToken = (token: string): Promise<BrowserResponse> =>
    new TestBrowser().open(`${api.url}/api/login/link`, { form: { token } });

  it('removes two-step verification and ends all sessions', async () => {
    await startApiAndSignIn({});
    const { body } = await client.post<{ secret: string }>('/api/my/second-factor/totp');
    const code = new AuthenticatorApp(body.secret).generateCode();
    await client.post('/api/my/second-factor/totp/activate', { code });
    const credentials = { email: user.email, password: PASSWORD };
    const signIn = (): Promise<ClientResponse<ProblemBody>> =>
      new SessionClient(api.url, '').post('/api/login', credentials, { cookie: '' });
    expect(await signIn()).toMatchObject(problem(401, 'SECOND_FACTOR_REQUIRED'));

    expect(await restore(false)).toEqual({ email: user.email, removedSecondFactor: true });
    expect((await client.get('/api/auth/user')).status).toBe(401);
    expect((await database.manager.findBy(Mail, { recipient: user.email ?? '' })).map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^An operator removed two-step verification from your account and signed you out everywhere\./,
      ),
    ]);
    expect(await database.query('select from recovery_codes where user_id = $1', [user.id])).toEqual([]);
    expect((await signIn()).status).toBe(200);
    const log = await database.manager.findOneByOrFail(ActivityLog, { action: 'Access restored' });
    expect(log).toMatchObject({
      userId: null,
      description:
        `Someone with server access restored access for ${user.email}: ` +
        'removed two-step verification, ended all sessions.',
    });
    const [restoredEvent, unfinishedEvent] = [
      { kind: 'credentials_changed', outcome: 'succeeded', action: 'Access restored', userId: null },
      { kind: 'sign_in', outcome: 'refused', code: 'SECOND_STEP_MISSING' },
    ].map((event) => expect.objectContaining({ ...event, targetUserId: user.id }) as unknown);
    expect(await listEvents()).toEqual(expect.arrayContaining([restoredEvent, unfinishedEvent]));
  });

  it('creates a single-use sign-in link, even if password sign-in is disabled', async () => {
    await startApiAndSignIn(PROVIDER_SETTINGS);
    const restoredAccess = await restore(true);
    expect(restoredAccess).toMatchObject({ removedSecondFactor: false, linkMinutes: 15 });
    expect(restoredAccess.link).toMatch(/^http:\/\/calls\.example\.com\/api\/login\/link\?token=[\w-]{43}$/);
    const token = getToken(restoredAccess);
    expect(await database.query('select token_hash from sign_in_links where user_id = $1', [user.id])).toEqual([
      { token_hash: hashToken(token) },
    ]);
    const earlierClient = await api.signIn(user);

    const browser = new TestBrowser({ [ORIGIN]: api.url });
    // Link scanners also open links.
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await browser.open(restoredAccess.link ?? '');
      expect({ status: page.status, cache: page.headers.get('cache-control') }).toEqual({
        status: 200,
        cache: 'no-store',
      });
      expect(page.body).toContain(`This signs you in as ${user.email} and signs you out everywhere else.`);
    }
    expect((await earlierClient.get('/api/auth/user')).status).toBe(200);
    const response = await browser.open(`${ORIGIN}/api/login/link`, { form: { token } });
    expect({ status: response.status, location: response.location?.pathname }).toEqual({ status: 303, location: '/' });
    expect((await browser.open(`${ORIGIN}/api/auth/user`)).status).toBe(200);
    expect((await earlierClient.get('/api/auth/user')).status).toBe(401);
    const sessions = await database.manager.findBy(Session, { userId: user.id });
    expect(sessions).toMatchObject([{ sess: { signedInWith: 'link' } }]);

    for (const response of [await postToken(token), await browser.open(restoredAccess.link ?? '')]) {
      expect(response.status).toBe(400);
      expect(response.body).toContain('This link has expired or was already used.');
    }
    expect(await listEvents()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'sign_in', outcome: 'succeeded', method: 'link' }),
      ]) as unknown[],
    );
    expect(JSON.stringify([await database.manager.find(ActivityLog), api.log])).not.toContain(token);
  });

  it('creates links that expire after 15 minutes, when another link is created, or when the user is disabled', async () => {
    await startApiAndSignIn({});
    const [firstToken, secondToken] = [getToken(await restore(true)), getToken(await restore(true))];
    expect((await postToken(firstToken)).status).toBe(400);
    const statuses = await Promise.all([postToken(secondToken), postToken(secondToken), postToken(secondToken)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
    const expiredToken = getToken(await restore(true));
    await database.query(`update sign_in_links set expires_at = expires_at - interval '15 minutes'`);
    expect((await postToken(expiredToken)).status).toBe(400);
    const disabledUserToken = getToken(await restore(true));
    await database.query('update users set is_active = false where id = $1', [user.id]);
    expect((await postToken(disabledUserToken)).status).toBe(400);
    expect((await postToken('x')).status).toBe(400);
  });

  it('cancels sign-ins awaiting the second step', async () => {
    await startApiAndSignIn({});
    const { pendingSignIns } = database.repositories;
    await pendingSignIns.create('waits', { userId: user.id, hasWeakPassword: false, ipAddress: null, userAgent: null });
    await restore(true);
    expect(await pendingSignIns.find('waits')).toBeUndefined();
  });

  it('changes nothing for unknown users and for users without a second factor', async () => {
    await startApiAndSignIn({});
    await expect(findLockedOut(unitOfWork, 'nobody@example.com', true)).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    await expect(restore(false)).rejects.toMatchObject({ code: 'SECOND_FACTOR_NOT_FOUND' });
    await database.query('update users set is_active = false where id = $1', [user.id]);
    await expect(restore(true)).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
    await database.query('update users set is_active = true where id = $1', [user.id]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });
});
