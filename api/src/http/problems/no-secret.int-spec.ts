import { randomBytes } from 'node:crypto';

import { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { TotpFactor } from '@ringwell/database/accounts/sign-in/totp-factor.entity';
import { User } from '@ringwell/database/accounts/user.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import type { TestAccount } from '@ringwell/testing/make-account';
import { OpenApi } from '@ringwell/testing/open-api';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const PASSWORD = 'correct-horse-battery';
const WRONG_PASSWORD = 'wrong-horse-battery';
const NEW_PASSWORD = 'another-horse-battery';
// Secrets that the test sends, in two parts. The second part must not appear in a response.
const SENT_SECRETS = {
  slackBotToken: ['xoxb-1234567890-', 'SentSlackToken'],
  teamsWebhookUrl: [
    'https://a1b2.03.environment.api.powerplatform.com/workflows/c3d4/invoke?sig=',
    'SentTeamsSignature',
  ],
  googleChatWebhookUrl: ['https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=', 'SentChatToken'],
  webhookUrl: ['https://hooks.example.com/', 'SentWebhookPath'],
  webhookSecret: ['whsec_', Buffer.from('SentWebhookSecretOf32BytesLength').toString('base64')],
  serviceTitanClientSecret: ['cs1.', 'SentClientSecret'],
} as const;
const TRANSCRIPT_TEXT = 'My basement has been flooded since Tuesday';

describe('Secrets', () => {
  const { api, database } = useTestApi();
  let owner: TestAccount;
  let callId: string;
  let client: SessionClient;
  let secrets: Record<string, string>;

  beforeAll(async () => {
    owner = await database.makeAccount({ user: { role: 'admin', passwordHash: await hashPassword(PASSWORD) } });
    const { id: userId, passwordHash } = owner.user;
    const { id } = await database.makeCompletedCall(owner.account.id, { text: `Customer: ${TRANSCRIPT_TEXT}` });
    callId = id;
    client = await api.signIn({ id: userId });
    secrets = {
      'the password': PASSWORD,
      "the password's hash": passwordHash ?? '',
      'a bearer token': owner.token,
      "the token's hash": hashToken(owner.token),
      'the session': (await database.manager.findOneByOrFail(Session, { userId })).sid,
      'the cookie': client.cookie,
      ...(await storeSealedSettings(owner.account.id)),
      ...(await storeTotpSecret(userId)),
    };
  });

  async function storeTotpSecret(userId: string): Promise<Record<string, string>> {
    const plaintext = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const sealedSecret = api.app.get(SecretBox, { strict: false }).seal(plaintext, SEALED_FIELDS.totpSecret(userId));
    await database.manager.insert(TotpFactor, { userId, sealedSecret }); // the factor stays inactive, because the owner signs in below
    return { "the authenticator app's secret": plaintext, "the authenticator app's sealed secret": sealedSecret };
  }

  async function storeSealedSettings(accountId: string): Promise<Record<string, string>> {
    const box = api.app.get(SecretBox, { strict: false });
    const names = Object.keys(SEALED_FIELDS).filter((name) => !/^(call|mail|totp)/.test(name)) as Exclude<
      keyof typeof SEALED_FIELDS,
      `${'call' | 'mail' | 'totp'}${string}`
    >[];
    const secretSettings = names.map((name) => {
      const plaintext = `https://hooks.example.com/${randomBytes(16).toString('hex')}`;
      return { name, plaintext, sealed: box.seal(plaintext, SEALED_FIELDS[name](accountId)) };
    });
    const columns = Object.fromEntries(
      secretSettings.map(({ name, sealed }) => [`sealed${name.charAt(0).toUpperCase()}${name.slice(1)}`, sealed]),
    );
    await database.manager.update(AccountSettings, { accountId }, columns);
    return Object.fromEntries(
      secretSettings.flatMap(({ name, plaintext, sealed }) => [
        [name, plaintext.split('/').at(-1) ?? ''],
        [`${name}, sealed`, sealed],
      ]),
    );
  }

  const findLeaks = (text: string): string[] =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => name);

  it('never appear in GET responses, even for their owner', async () => {
    const openApi = await OpenApi.load(api.url);
    const ids: Record<string, string> = { '{userId}': owner.user.id, '{tokenId}': owner.tokenId };
    const fillPath = (path: string): string =>
      path.replace(
        /\{\w+\}/g,
        (name) => ids[name] ?? (path.includes('/calls/') || path.includes('/jobs/') ? callId : owner.user.id),
      );
    const credentialOptions: Record<string, string>[] = [{}, { cookie: '', authorization: `Bearer ${owner.token}` }];
    const leaks: string[] = [];
    const respondedPaths: string[] = [];
    for (const { path } of openApi.operations.filter(({ method }) => method === 'GET')) {
      if (path === '/api/logout') continue; // would end this test's session
      for (const credentials of credentialOptions) {
        const { status, headers, body } = await client.get<unknown>(fillPath(path), credentials);
        const text = `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
        leaks.push(...findLeaks(text).map((name) => `${path}: ${name}`));
        if (status === 200) respondedPaths.push(path);
      }
    }
    expect(leaks).toEqual([]);
    expect(respondedPaths).toEqual(expect.arrayContaining(['/api/auth/user', '/api/n8n/calls/{id}']));
    expect(await database.manager.countBy(User, { id: owner.user.id })).toBe(1);
  });

  it('never appear in error responses', async () => {
    const unauthorizedResponse = await fetch(`${api.url}/api/n8n/calls/${callId}`, {
      headers: { authorization: `Bearer ${owner.token}x` },
    });
    const malformedResponse = await fetch(`${api.url}/api/n8n/calls`, {
      method: 'POST',
      body: `{"a": "${owner.token}"`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    });
    for (const response of [unauthorizedResponse, malformedResponse])
      expect(findLeaks(await response.text())).toEqual([]);
  });

  it("don't appear in the response to an unexpected error, nor do database details", async () => {
    await database.query('alter table calls rename to calls_renamed');
    const responses: string[] = [];
    try {
      for (const path of [`/api/n8n/calls/${callId}`, '/api/n8n/calls/00000000-0000-4000-8000-000000000000']) {
        const response = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${owner.token}` } });
        responses.push(`${response.status} ${await response.text()}`);
      }
    } finally {
      await database.query('alter table calls_renamed rename to calls');
    }
    for (const response of responses) {
      expect(response).toMatch(
        /^500 \{"statusCode":500,"code":"INTERNAL","message":"Something went wrong on our side\. The error has been logged\. Please try again\.","requestId":"[^"]+"\}$/,
      );
    }
    expect(api.log.filter((line) => line.includes('http: request failed"'))).toHaveLength(2);
  });

  it("aren't returned to their sender, except by routes that show a new secret once", async () => {
    const email = owner.user.email ?? '';
    Object.assign(secrets, { 'a wrong password': WRONG_PASSWORD, 'the new password': NEW_PASSWORD });
    for (const [name, [, secret]] of Object.entries(SENT_SECRETS)) secrets[`${name}, as it was sent`] = secret;
    const settings = Object.fromEntries(Object.entries(SENT_SECRETS).map(([name, parts]) => [name, parts.join('')]));
    const visitor = new SessionClient(api.url, '');
    const { user: otherUser } = await database.makeAccount();

    const signInResponse = await visitor.post<unknown>('/api/login', { email, password: PASSWORD });
    const cookie = /^ringwell_session=([^;]+)/.exec(signInResponse.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const settingsResponse = await client.put<unknown>('/api/my/settings', settings);
    const adminSettingsResponse = await client.put<unknown>(`/api/account/settings/admin/${otherUser.id}`, settings);
    const webhookSecretResponse = await client.post<{ webhookSecret: string }>('/api/my/settings/webhook-secret');
    const tokenResponse = await client.post<{ token: string }>(`/api/admin/users/${otherUser.id}/tokens`, {
      name: 'n8n',
    });
    const responses = [
      { ...signInResponse, headers: new Headers() },
      settingsResponse,
      adminSettingsResponse,
      await visitor.post<unknown>('/api/login', { email, password: WRONG_PASSWORD }),
      await client.put<unknown>('/api/my/settings', {
        ...settings,
        slackBotToken: `${settings['slackBotToken'] ?? ''} `,
        webhookUrl: 'SentWebhookPath',
      }),
      await client.post<unknown>('/api/my/password', { currentPassword: WRONG_PASSWORD, newPassword: NEW_PASSWORD }),
      await client.post<unknown>('/api/my/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      await client.get<unknown>('/api/my/settings'),
      await client.get<unknown>(`/api/admin/users/${otherUser.id}/tokens`),
      await client.get<unknown>('/api/admin/activity?limit=100'),
    ];
    expect([webhookSecretResponse.status, tokenResponse.status]).toEqual([200, 201]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 401, 400, 400, 204, 200, 200, 200]);
    Object.assign(secrets, {
      'the sign-in cookie': cookie,
      'the generated webhook secret': webhookSecretResponse.body.webhookSecret,
      'the created token': tokenResponse.body.token,
    });
    expect(Object.values(secrets).filter((secret) => secret.length < 10)).toEqual([]);
    expect(
      responses.flatMap(({ headers, body }) => findLeaks(`${JSON.stringify(body)} ${JSON.stringify([...headers])}`)),
    ).toEqual([]);
  });

  it("don't appear in the log, nor does transcript text", () => {
    const log = api.log.join('\n');
    expect(api.log.length).toBeGreaterThan(20);
    expect(findLeaks(log)).toEqual([]);
    expect(log).not.toContain(TRANSCRIPT_TEXT);
  });
});
