import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const ORIGIN = 'https://calls.example.com';
const PASSWORD = 'correct horse';

describe('With LOCAL_SIGN_IN=off', () => {
  const { api, database } = useTestApi({
    LOCAL_SIGN_IN: 'off',
    PUBLIC_URL: ORIGIN,
    OIDC_ISSUER_URL: 'https://id.example.com',
    OIDC_CLIENT_ID: 'ringwell',
    AUTH_PROVIDER_NAME: 'Acme',
  });
  const makeVisitor = (): SessionClient => new SessionClient(api.url, '');

  it('rejects all password routes, and names the provider', async () => {
    const { user } = await database.makeAccount({ password: PASSWORD });
    const { email } = user;
    const requests: [string, object][] = [
      ['/api/login', { email, password: PASSWORD }],
      ['/api/login/local', { email, password: PASSWORD }],
      ['/api/login/with-passkey/options', {}],
      ['/api/login/with-passkey', { credential: 'x' }],
      ['/api/password/forgot', { email }],
      ['/api/password/reset', { token: 'x', password: PASSWORD }],
      ['/api/sign-up', { email: 'new@example.com', password: PASSWORD, firstName: 'Lee', lastName: 'Ng' }],
      ['/api/sign-up/confirm', { token: 'x', password: PASSWORD }],
      ['/api/invitations/sign-up', { token: 'x', password: PASSWORD, firstName: 'Lee', lastName: 'Ng' }],
    ];
    const message = 'Password sign-in is disabled. Sign in with Acme instead.';
    for (const [path, fields] of requests) {
      const { status, headers, body } = await makeVisitor().post(path, fields, { origin: ORIGIN });
      expect([path, status, body]).toEqual([
        path,
        403,
        expect.objectContaining({ code: 'LOCAL_SIGN_IN_OFF', message }) as unknown,
      ]);
      expect(headers.get('set-cookie')).toBeNull();
    }
    for (const path of ['/api/login/local', '/api/password/forgot', '/api/password/reset', '/api/sign-up/confirm']) {
      const { status, body } = await makeVisitor().get<string>(path);
      expect([path, status]).toEqual([path, 403]);
      expect(body).toContain(message);
      expect(body.match(/href="\/api\/[^"]*"/g)).toEqual(['href="/api/login"']);
    }
  });

  it('does not link to password pages, and lets invited people join with the provider', async () => {
    expect((await makeVisitor().get('/api/auth/provider')).body).toMatchObject({ kind: 'oidc', localUrl: null });
    const { account } = await database.makeAccount();
    const token = generateLinkToken();
    await database.repositories.invitations.put({
      accountId: account.id,
      email: 'paul@example.com',
      role: 'member',
      tokenHash: hashToken(token),
      provesEmail: true,
      invitedBy: null,
    });
    const { status, body } = await makeVisitor().get<string>(`/api/invitations?token=${token}`);
    expect(status).toBe(200);
    expect(body).toContain('Your email is paul@example.com. Sign in to join.');
    expect(body).toContain('Sign in with Acme');
    expect(body).not.toContain('password');
  });
});
