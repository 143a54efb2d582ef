import { randomUUID } from 'node:crypto';

import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const USAGE = { minutes: 1, instanceRuns: 0, apiCalls: 0, source: 'api' };
const USAGE_PATH = '/api/account/usage';

interface BodyResponse {
  status: number;
  text: string;
  body: { code?: string; message?: string };
}

describe('Reading a request body', () => {
  const { api, database, owner: account } = useSignedInOwner();

  async function post(path: string, body: RequestInit['body'], type?: string): Promise<BodyResponse> {
    const response = await fetch(`${api.url}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${account.token}`, ...(type !== undefined && { 'content-type': type }) },
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as BodyResponse['body'],
    };
  }
  const toStream = (text: string): ReadableStream => new Blob([text]).stream();

  describe('when not JSON', () => {
    it.each([
      ['text', () => post(USAGE_PATH, JSON.stringify(USAGE), 'text/plain')],
      ['a form', () => post(USAGE_PATH, new URLSearchParams({ minutes: '1' }))],
      ['a form with files', () => post(USAGE_PATH, new FormData())],
      ['a body without a content type', () => post(USAGE_PATH, new Blob([JSON.stringify(USAGE)]))],
      ['text without a content-length', () => post(USAGE_PATH, toStream(JSON.stringify(USAGE)), 'text/plain')],
      ['text where no body is expected', () => post(`/api/calls/${randomUUID()}/reprocess`, 'x', 'text/plain')],
      ['text from a visitor', () => post('/api/contact', '{}', 'text/plain')],
    ])('rejects %s and explains what to send', async (_case, send) => {
      expect(await send()).toMatchObject(
        problem(415, 'UNSUPPORTED_CONTENT_TYPE', {
          message: 'Only JSON is accepted. Send the body as JSON with the header Content-Type: application/json.',
        }),
      );
    });

    it('rejects unauthenticated requests first', async () => {
      expect((await fetch(`${api.url}${USAGE_PATH}`, { method: 'POST', body: 'x' })).status).toBe(401);
    });

    it.each([
      ['/api/n8n/calls', 'Send multipart/form-data with the recording'],
      ['/api/calls', 'Send multipart/form-data with the recording'],
      ['/api/login', 'as a form or as JSON.'],
      ['/api/login/local', 'as a form or as JSON.'],
    ])('defers to %s, which rejects the body and names the accepted types', async (path, sentence) => {
      expect(await post(path, 'x', 'text/plain')).toMatchObject({
        status: 415,
        text: expect.stringContaining(sentence) as string,
      });
    });

    it.each(['/api/login', '/api/login/local'])('reads a form at %s', async (path) => {
      expect((await post(path, new URLSearchParams({ email: 'nobody@example.com', password: 'guess-1' }))).status).toBe(
        401,
      );
    });

    it('reads a form with a file at the demo upload route', async () => {
      const { user } = await database.makeAccount({ account: { status: 'demo' } });
      const form = new FormData();
      form.append('audio', new Blob(['not a recording'], { type: 'text/plain' }), 'notes.txt');
      const client = await api.signIn(user);
      expect(await client.post('/api/demo/upload', form)).toMatchObject({
        status: 415,
        body: { message: expect.stringContaining('audio') as string },
      });
    });
  });

  it('accepts any content type when the body is empty', async () => {
    for (const type of [undefined, 'text/plain']) {
      expect(await post(USAGE_PATH, null, type)).toMatchObject(
        problem(400, 'VALIDATION_FAILED', { message: expect.stringContaining('Source is required') as string }),
      );
    }
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'reads JSON sent as %s',
    async (type) => {
      expect((await post(USAGE_PATH, JSON.stringify(USAGE), type)).status).toBe(201);
    },
  );

  it.each(['[]', '[{"minutes":1}]', '"text"', '1', 'true'])('rejects JSON that is not an object: %s', async (json) => {
    const message = 'The body must be a JSON object.';
    expect(await post(USAGE_PATH, json, 'application/json')).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { message, errors: [{ field: 'body', message }] }),
    );
  });

  it.each([
    ['usage', USAGE_PATH, USAGE],
    ['a call', '/api/n8n/calls', { recordingUrl: 'https://recordings.example.com/a.mp3' }],
  ])('responds with 401 to %s while its account is being deleted', async (_case, path, body) => {
    const response = await database.whileLocked('delete from accounts where id = $1', [account.account.id], () =>
      post(path, JSON.stringify(body), 'application/json'),
    );
    expect(response).toMatchObject(
      problem(401, 'ACCOUNT_GONE', {
        message: 'This account has been deleted. Sign in to another account, or use its token.',
      }),
    );
    expect(api.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
