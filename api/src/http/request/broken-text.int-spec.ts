import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const LONE_SURROGATE = 'Dana \ud83d Reyes';
const MESSAGE = 'This contains an invalid character (half of a surrogate pair). Remove it and try again.';
const NEW_USER = { email: 'dana@example.com', password: 'secret-lantern-12', lastName: 'Reyes' };
const RECORDING_URL = 'https://recordings.example.com/a.mp3';

describe('A request with a lone surrogate', () => {
  const { api, database } = useTestApi();
  let admin: SessionClient;
  let token: string;

  beforeAll(async () => {
    const account = await database.makeAccount({ user: { role: 'admin' } });
    admin = await api.signIn(account.user);
    token = account.token;
  });

  it.each<[string, string, object, string]>([
    ['POST', '/api/n8n/calls', { recordingUrl: RECORDING_URL, customerName: LONE_SURROGATE }, 'customerName'],
    ['POST', '/api/n8n/calls', { recordingUrl: `${RECORDING_URL}?name=\udc00` }, 'recordingUrl'],
    ['PUT', '/api/my/settings', { teamsTeamName: LONE_SURROGATE }, 'teamsTeamName'],
    ['POST', '/api/account/usage', { source: 'api', metadata: { customer: [{ name: LONE_SURROGATE }] } }, 'metadata'],
    ['POST', '/api/account/usage', { source: 'api', metadata: { [LONE_SURROGATE]: 1 } }, 'metadata'],
    ['POST', '/api/contact', { name: LONE_SURROGATE, email: 'dana@example.com', message: 'Hello' }, 'name'],
    ['POST', '/api/admin/users', { ...NEW_USER, firstName: LONE_SURROGATE }, 'firstName'],
  ])('is rejected by %s %s: %j', async (method, path, body, field) => {
    const isBearer = path.startsWith('/api/n8n') || path === '/api/account/usage';
    const client = isBearer ? new SessionClient(api.url, '') : admin;
    const response = await client.send(method, path, body, isBearer ? { authorization: `Bearer ${token}` } : {});
    const expected = { code: 'VALIDATION_FAILED', errors: [{ field, message: MESSAGE }] };
    expect(response).toMatchObject({ status: 400, body: expected });
  });
});
