import { randomBytes } from 'node:crypto';

import { JwtService } from '@nestjs/jwt';

import { rotateSecrets } from '@ringwell/database/rotate-secrets';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { SigningInAssistant } from '@ringwell/testing/signing-in-assistant';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { TestBrowser } from '@ringwell/testing/test-browser';
import { useTestDatabase } from '@ringwell/testing/test-database';

const makeKeys = (): { SECRETS_KEY: string; SESSION_KEY: string } => ({
  SECRETS_KEY: randomBytes(32).toString('base64'),
  SESSION_KEY: randomBytes(32).toString('base64'),
});
const [OLD_KEYS, NEW_KEYS] = [makeKeys(), makeKeys()];
const ROTATION_KEYS = {
  ...NEW_KEYS,
  SECRETS_KEY_PREVIOUS: ` ${OLD_KEYS.SECRETS_KEY} ,`,
  SESSION_KEY_PREVIOUS: OLD_KEYS.SESSION_KEY,
};
const PATH = '/api/my/settings';

describe('Key rotation', () => {
  const database = useTestDatabase();
  let api: TestApi | undefined;
  afterEach(async () => {
    await api?.stop();
    api = undefined;
  });

  const restart = async (keys: Record<string, string>): Promise<TestApi> => {
    await api?.stop();
    api = await startApi(database.url, keys);
    return api;
  };
  const fetchSlackToken = async (client: SessionClient): Promise<string | null> =>
    (await client.get<{ slackBotToken: string | null }>(PATH)).body.slackBotToken;

  it('keeps sessions and secrets valid during the rotation, and ends old sessions once the previous keys are dropped', async () => {
    const { user } = await database.makeAccount();
    let runningApi = await restart(OLD_KEYS);
    const { cookie } = await runningApi.signIn(user);
    const createClient = (): SessionClient => new SessionClient(runningApi.url, cookie);
    await createClient().put(PATH, { slackBotToken: 'xoxb-1234567890-abcdefghij' });
    const maskedToken = '••••••••ghij';
    expect(await fetchSlackToken(createClient())).toBe(maskedToken);

    runningApi = await restart(ROTATION_KEYS);
    expect((await createClient().get('/api/auth/user')).status).toBe(200);
    expect(await fetchSlackToken(createClient())).toBe(maskedToken);
    const newClient = await runningApi.signIn(user);
    await rotateSecrets(database.manager, new SecretBox(NEW_KEYS.SECRETS_KEY, [OLD_KEYS.SECRETS_KEY]));
    expect(await fetchSlackToken(createClient())).toBe(maskedToken);

    runningApi = await restart(NEW_KEYS);
    expect(await createClient().get('/api/auth/user')).toMatchObject(problem(401, 'SIGNED_OUT'));
    const laterClient = new SessionClient(runningApi.url, newClient.cookie);
    expect((await laterClient.get('/api/auth/user')).status).toBe(200);
    expect(await fetchSlackToken(laterClient)).toBe(maskedToken);
  });

  it('lets an assistant finish connecting', async () => {
    const PUBLIC_URL = 'https://calls.example.com';
    const openBrowser = ({ url }: TestApi): TestBrowser => new TestBrowser({ [PUBLIC_URL]: url });
    const { user } = await database.makeAccount();
    const oldApi = await restart({ ...OLD_KEYS, PUBLIC_URL });
    const browser = openBrowser(oldApi);
    const { cookie } = await oldApi.signIn(user);
    browser.cookies(PUBLIC_URL).set('__Host-ringwell_session', cookie.slice(cookie.indexOf('=') + 1));
    const consent = await browser.follow(await new SigningInAssistant(PUBLIC_URL, oldApi.url).startSignIn());
    expect(consent.status).toBe(200);
    const laterBrowser = openBrowser(await restart({ ...ROTATION_KEYS, PUBLIC_URL }));
    for (const [name, value] of browser.cookies(PUBLIC_URL)) laterBrowser.cookies(PUBLIC_URL).set(name, value);
    expect(await laterBrowser.open(consent.url)).toMatchObject({ status: 200 });
  });

  it('signs with the newest key only and accepts no other algorithm', async () => {
    const { user } = await database.makeAccount();
    const runningApi = await restart(ROTATION_KEYS);
    const { cookie } = await runningApi.signIn(user);
    const token = cookie.slice('ringwell_session='.length);
    const jwt = new JwtService({});
    expect(jwt.verify(token, { secret: Buffer.from(NEW_KEYS.SESSION_KEY, 'base64') })).toMatchObject({
      aud: 'session',
    });
    const { sid } = jwt.decode<{ sid: string }>(token);
    const fetchStatusForToken = async (algorithm: 'HS256' | 'HS512', audience: string): Promise<number> => {
      const signedToken = jwt.sign(
        { sid },
        { secret: Buffer.from(OLD_KEYS.SESSION_KEY, 'base64'), algorithm, audience },
      );
      return (await new SessionClient(runningApi.url, `ringwell_session=${signedToken}`).get('/api/auth/user')).status;
    };
    expect(await fetchStatusForToken('HS256', 'session')).toBe(200);
    expect(await fetchStatusForToken('HS512', 'session')).toBe(401);
    expect(await fetchStatusForToken('HS256', 'sign-in')).toBe(401);
  });
});
