import { Call } from '@ringwell/database/calls/call.entity';
import { IntakeClient, makeWav, type FormParts } from '@ringwell/testing/intake-client';
import { problem } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const LINK = 'https://recordings.example.com/a.mp3';
const WAV = makeWav(9_000);

describe('POST /api/n8n/calls with invalid input', () => {
  const { api, database, owner: account, intake: client } = useSignedInOwner();
  afterEach(async () => {
    expect((await api.listStoredFiles()).filter((path) => path.includes(account.account.id))).toEqual([]);
    expect(await database.manager.countBy(Call, { accountId: account.account.id })).toBe(0);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 400, 'EMPTY_RECORDING'],
    ['plain text', Buffer.from('Hello, I would like to book a visit.'), 415, 'UNSUPPORTED_AUDIO'],
    [
      'a playlist',
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nsecret.wav\n'),
      415,
      'UNSUPPORTED_AUDIO',
    ],
    ['a list of files', Buffer.from('ffconcat version 1.0\nfile secret.wav\n'), 415, 'UNSUPPORTED_AUDIO'],
    [
      'a picture',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      415,
      'UNSUPPORTED_AUDIO',
    ],
    ['a web page', Buffer.from('<!doctype html><title>Not found</title>'), 415, 'UNSUPPORTED_AUDIO'],
    ['a large file of zeros', Buffer.alloc(3_000_000), 415, 'UNSUPPORTED_AUDIO'],
    ['UTF-16 text, which starts like an MP3', Buffer.from('\ufeffHello there', 'utf16le'), 415, 'UNSUPPORTED_AUDIO'],
    ['a recording that is one byte too large', makeWav(52_428_801), 413, 'RECORDING_TOO_LARGE'],
    ['a recording that is far too large', makeWav(60_000_000), 413, 'RECORDING_TOO_LARGE'],
  ])('rejects %s', async (_case, file, status, code) => {
    expect(await client.postForm([['audio', file]])).toMatchObject({
      status,
      body: { code, statusCode: status, message: expect.stringMatching(/\.$/) as string },
    });
  });

  it.each([
    ['a call without a recording', [['from', '+1555']], 'RECORDING_MISSING'],
    [
      'a file and a URL',
      [
        ['audio', WAV],
        ['recordingUrl', LINK],
      ],
      'TWO_RECORDINGS',
    ],
    [
      'two files',
      [
        ['audio', WAV],
        ['audio', WAV],
      ],
      'MALFORMED_FORM',
    ],
    [
      'a second file in another field',
      [
        ['audio', WAV],
        ['file', WAV],
      ],
      'MALFORMED_FORM',
    ],
    ['a recording sent as text', [['audio', 'RIFF']], 'MALFORMED_FORM'],
    [
      'a repeated field',
      [
        ['from', '1'],
        ['from', '2'],
        ['audio', WAV],
      ],
      'MALFORMED_FORM',
    ],
    [
      'too many fields',
      [['audio', WAV], ...Array.from({ length: 40 }, (_, i): [string, string] => [`f${i}`, 'x'])],
      'FORM_TOO_LARGE',
    ],
    [
      'a field that is too long',
      [
        ['audio', WAV],
        ['customerName', 'x'.repeat(10_000)],
      ],
      'FORM_TOO_LARGE',
    ],
  ] as [string, FormParts, string][])('rejects %s', async (_case, parts, code) => {
    const response = await client.postForm(parts);
    expect(response).toMatchObject({ status: code === 'FORM_TOO_LARGE' ? 413 : 400, body: { code } });
  });

  it.each([
    ['direction', 'sideways'],
    ['externalId', 'x'.repeat(201)],
    ['customerName', 'a\u0000b'],
    ['from', '1\r\nX: 2'],
    ['startedAt', 'yesterday'],
    ['startedAt', '2026-02-30T10:00:00Z'],
    ['startedAt', '1970-01-01T00:00:00Z'],
    ['startedAt', '2099-01-01T00:00:00Z'],
    ['callbackUrl', 'http://127.0.0.1:5678/hook'],
    ['callbackUrl', 'javascript:alert(1)'],
    ['access_token', 'rw_x'],
    ['__proto__', 'x'],
    ['state', 'completed'],
  ])('rejects %s set to %j, in a form and in JSON', async (field, value) => {
    const formResponse = await client.postForm([
      ['audio', WAV],
      [field, value],
    ]);
    const jsonResponse = await client.postJson(
      `{"recordingUrl":"${LINK}",${JSON.stringify(field)}:${JSON.stringify(value)}}`,
    );
    for (const response of [formResponse, jsonResponse]) {
      expect(response).toMatchObject(
        problem(400, 'VALIDATION_FAILED', { errors: [{ field, message: expect.stringMatching(/\.$/) as string }] }),
      );
    }
  });

  it.each([
    'http://127.0.0.1/a.mp3',
    'https://127.0.0.1/a.mp3',
    'https://2130706433/a.mp3',
    'https://0x7f.1/a.mp3',
    'https://[::1]/a.mp3',
    'https://[::ffff:10.0.0.1]/a.mp3',
    'https://169.254.169.254/latest/meta-data',
    'https://user:pass@example.com/a.mp3',
    'ftp://example.com/a.mp3',
    'file:///etc/passwd',
    'not a URL',
  ])('rejects the URL %s', async (recordingUrl) => {
    expect(await client.postJson({ recordingUrl })).toMatchObject(
      problem(400, 'VALIDATION_FAILED', { errors: [{ field: 'recordingUrl' }] }),
    );
  });

  it('names every invalid field', async () => {
    const { body } = await client.postJson({ direction: 1, jobId: { a: 1 }, what: 1, recordingUrl: ['x'] });
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['direction', 'jobId', 'recordingUrl', 'what']);
  });

  it.each([
    ['broken JSON', '{"recordingUrl":', 400, 'MALFORMED_JSON'],
    ['JSON that is not an object', '[1]', 400, 'MALFORMED_JSON'],
    ['an empty body', '', 400, 'MALFORMED_JSON'],
    ['JSON that is too large', JSON.stringify({ recordingUrl: 'x'.repeat(5_300_000) }), 413, 'BODY_TOO_LARGE'],
  ])('rejects %s', async (_case, text, status, code) => {
    expect(await client.postJson(text)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['text/plain', 415, 'UNSUPPORTED_CONTENT_TYPE'],
    ['audio/mpeg', 415, 'UNSUPPORTED_CONTENT_TYPE'],
    ['application/x-www-form-urlencoded', 415, 'UNSUPPORTED_CONTENT_TYPE'],
    ['multipart/form-data', 400, 'MALFORMED_FORM'],
  ])('rejects a body of type %s', async (type, status, code) => {
    expect(await client.postJson('recordingUrl=https%3A%2F%2Fx', { 'content-type': type })).toMatchObject({
      status,
      body: { code },
    });
  });

  it('rejects compressed bodies', async () => {
    expect(await client.postJson({ recordingUrl: LINK }, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 415,
    });
    expect(await client.postForm([['audio', WAV]], { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  it.each(['', ' ', 'two words', 'x'.repeat(256), 'caf\u00e9'])('rejects the Idempotency-Key %j', async (key) => {
    expect(await client.postJson({ recordingUrl: LINK }, { 'idempotency-key': key })).toMatchObject(
      problem(400, 'IDEMPOTENCY_KEY_INVALID'),
    );
  });

  it('rejects calls from demo accounts and disabled accounts', async () => {
    const demoAccount = await database.makeAccount({ account: { status: 'demo', activatedAt: null } });
    const disabledAccount = await database.makeAccount({ user: { isActive: false } });
    expect(await new IntakeClient(api.url, demoAccount.token).postForm([['audio', WAV]])).toMatchObject(
      problem(403, 'ACCOUNT_NOT_ACTIVE'),
    );
    expect(await new IntakeClient(api.url, disabledAccount.token).postForm([['audio', WAV]])).toMatchObject(
      problem(401, 'TOKEN_REFUSED'),
    );
  });
});
