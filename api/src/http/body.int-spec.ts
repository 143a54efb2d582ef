import { UsersRepository } from '@ringwell/database/accounts/users.repository';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const USAGE = { minutes: 1, instanceRuns: 0, apiCalls: 0, source: 'api' };
const USAGE_PATH = '/api/account/usage';

interface Answer {
  status: number;
  text: string;
  body: { code?: string; message?: string };
}

describe('a body', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;

  beforeEach(async () => {
    account = await makeAccount(database.dataSource);
  });

  async function post(path: string, body: RequestInit['body'], type?: string): Promise<Answer> {
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${account.token}`, ...(type !== undefined && { 'content-type': type }) },
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    });
    const text = await response.text();
    return { status: response.status, text, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['body'] };
  }
  const streamed = (text: string): ReadableStream => new Blob([text]).stream();

  describe('of another type than JSON', () => {
    it.each([
      ['text', () => post(USAGE_PATH, JSON.stringify(USAGE), 'text/plain')],
      ['a form', () => post(USAGE_PATH, new URLSearchParams({ minutes: '1' }))],
      ['a form with files', () => post(USAGE_PATH, new FormData())],
      ['of no type', () => post(USAGE_PATH, new Blob([JSON.stringify(USAGE)]))],
      ['text of a length that is not told', () => post(USAGE_PATH, streamed(JSON.stringify(USAGE)), 'text/plain')],
      ['text where no body belongs', () => post(`/api/calls/${account.user.id}/reprocess`, 'x', 'text/plain')],
      ['text of a visitor', () => post('/api/contact', '{}', 'text/plain')],
    ])('is refused with what to do: %s', async (_what, send) => {
      expect(await send()).toMatchObject({
        status: 415,
        body: {
          code: 'UNSUPPORTED_CONTENT_TYPE',
          message: 'Only JSON is taken here. Send the body as JSON, with the header Content-Type: application/json.',
        },
      });
    });

    it('is refused after the guards', async () => {
      expect((await fetch(`${api.url}${USAGE_PATH}`, { method: 'POST', body: 'x' })).status).toBe(401);
    });

    it.each([
      ['/api/n8n/calls', 'Send multipart/form-data with the recording'],
      ['/api/calls', 'Send multipart/form-data with the recording'],
      ['/api/login', 'as a form or as JSON.'],
      ['/api/login/local', 'as a form or as JSON.'],
    ])('is left to %s, which says what it takes', async (path, sentence) => {
      expect(await post(path, 'x', 'text/plain')).toMatchObject({
        status: 415,
        text: expect.stringContaining(sentence) as string,
      });
    });

    it.each(['/api/login', '/api/login/local'])('is read by %s when it is a form', async (path) => {
      expect((await post(path, new URLSearchParams({ email: 'nobody@example.com', password: 'guess-1' }))).status).toBe(
        401,
      );
    });

    it('is read by the demo when it is a form with a file', async () => {
      const { user } = await makeAccount(database.dataSource, { user: { status: 'demo' } });
      const form = new FormData();
      form.append('audio', new Blob(['no recording'], { type: 'text/plain' }), 'notes.txt');
      const client = await SessionClient.signIn(api, database.dataSource, user.id);
      expect(await client.post('/api/demo/upload', form)).toMatchObject({
        status: 415,
        body: { message: expect.stringContaining('audio') as string },
      });
    });
  });

  it('that is empty is of any type', async () => {
    for (const type of [undefined, 'text/plain']) {
      expect(await post(USAGE_PATH, null, type)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message: expect.stringContaining('Source is required') as string },
      });
    }
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'of the type %s is read',
    async (type) => {
      expect((await post(USAGE_PATH, JSON.stringify(USAGE), type)).status).toBe(201);
    },
  );

  it.each(['[]', '[{"minutes":1}]', '"text"', '1', 'true'])(
    'of JSON that is no object is refused: %s',
    async (json) => {
      const message = 'The body must be a JSON object.';
      expect(await post(USAGE_PATH, json, 'application/json')).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', message, errors: [{ field: 'body', message }] },
      });
    },
  );

  it.each([
    ['usage', USAGE_PATH, USAGE],
    ['a call', '/api/n8n/calls', { recordingUrl: 'https://recordings.example.com/a.mp3' }],
  ])(
    'with %s for an account that was deleted a moment ago is answered as to somebody unknown',
    async (_what, path, body) => {
      expect((await post(path, JSON.stringify(body), 'application/json')).status).toBeLessThan(300); // the token is remembered from now on
      await database.dataSource.transaction((manager) => new UsersRepository(manager).delete(account.user.id));
      expect(
        await post(path, JSON.stringify({ ...body, ...('minutes' in body && { minutes: 2 }) }), 'application/json'),
      ).toMatchObject({
        status: 401,
        body: {
          code: 'ACCOUNT_GONE',
          message: 'This account has been deleted. Sign in with another one, or use a token of another one.',
        },
      });
      expect(api.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );
});
