import { encodeForm, IntakeClient, makeWav, type FormParts } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const RECORDING_URL = 'https://recordings.example.com/a.mp3';
const BOUNDARY = 'x';

describe('A hostile request body', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let client: IntakeClient;

  beforeAll(async () => {
    account = await database.makeAccount();
    client = new IntakeClient(api.url, account.token);
  });
  afterEach(async () => {
    expect((await fetch(`${api.url}/api/health/live`)).status).toBe(200);
    expect(api.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  const nestedJson = (levels: number): string => `{"customerName":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each([
    ['50,000 nested arrays', '['.repeat(50_000) + ']'.repeat(50_000), 'JSON_TOO_DEEP'],
    ['nested objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, 'JSON_TOO_DEEP'],
    ['a field one level too deep', nestedJson(32), 'JSON_TOO_DEEP'],
    ['50,000 values', `{"recordingUrl":[${'0,'.repeat(50_000)}0]}`, 'JSON_TOO_MANY_VALUES'],
    ['5,000 fields', `{${Array.from({ length: 5_000 }, (_, i) => `"f${i}":0`).join(',')}}`, 'JSON_TOO_MANY_VALUES'],
    ['a transcript of 400,000 values', `{"transcript":[${'0,'.repeat(400_000)}0]}`, 'JSON_TOO_MANY_VALUES'],
    ['unclosed brackets', '['.repeat(50_000), 'MALFORMED_JSON'],
    ['an invalid number', '{"from":NaN}', 'MALFORMED_JSON'],
    ['a value at the depth limit in a text field', nestedJson(31), 'VALIDATION_FAILED'],
  ])('rejects JSON with %s', async (_case, json, code) => {
    expect(await client.postJson(json)).toMatchObject({ status: 400, body: { code } });
  });

  it.each([
    [`{"recordingUrl":"${RECORDING_URL}","__proto__":{"admin":true}}`, '__proto__'],
    [`{"recordingUrl":"${RECORDING_URL}","constructor":{"prototype":{"admin":true}}}`, 'constructor'],
    [`{"recordingUrl":"${RECORDING_URL}","customerName":{"__proto__":{"admin":true}}}`, 'customerName.__proto__'],
    [`{"recordingUrl":"${RECORDING_URL}","customerName":[{"a":{"constructor":1}}]}`, 'customerName.0.a.constructor'],
  ])('rejects JSON that targets prototypes: %s', async (json, field) => {
    expect(await client.postJson(json)).toMatchObject(problem(400, 'VALIDATION_FAILED', { errors: [{ field }] }));
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'zstd'])(
    'rejects a body compressed with %s',
    async (encoding) => {
      expect(await client.postJson('{}', { 'content-encoding': encoding })).toMatchObject(
        problem(415, expect.stringMatching(/ENCODING/) as string),
      );
    },
  );

  const sendForm = (body: Buffer): Promise<{ status: number; body: { code: string } }> =>
    fetch(`${api.url}/api/n8n/calls`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        authorization: `Bearer ${account.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
    }).then(async (response) => ({ status: response.status, body: (await response.json()) as { code: string } }));
  const filePart = (name: string): FormParts[number] => [name, makeWav(100)];
  const headerLines = (count: number): string => Array.from({ length: count }, (_, i) => `x-h${i}: 1\r\n`).join('');

  it.each([
    [
      '1,000 files',
      encodeForm(
        Array.from({ length: 1_000 }, (_, i) => filePart(`f${i}`)),
        BOUNDARY,
      ),
      [400, 413],
    ],
    [
      '10,000 fields',
      encodeForm(
        Array.from({ length: 10_000 }, (_, i): FormParts[number] => [`f${i}`, '']),
        BOUNDARY,
      ),
      [413],
    ],
    ['an endless field', encodeForm([['from', 'x'.repeat(2_000_000)]], BOUNDARY), [413]],
    ['an endless field name', encodeForm([['x'.repeat(50_000), '1']], BOUNDARY), [400, 413]],
    [
      'a part with 5,000 headers',
      Buffer.from(`--${BOUNDARY}\r\n${headerLines(5_000)}\r\n\r\n--${BOUNDARY}--\r\n`),
      [400, 413],
    ],
    ['nested field names', encodeForm([['a[b][c][d]', '1']], BOUNDARY), [400]],
    ['no parts', Buffer.from(`--${BOUNDARY}--\r\n`), [400]],
    ['only boundaries', Buffer.from(`--${BOUNDARY}\r\n`.repeat(20_000)), [400, 413]],
    [
      'a nested form',
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n--y--\r\n--${BOUNDARY}--\r\n`,
      ),
      [400],
    ],
  ])('rejects a form with %s', async (_case, form, statuses) => {
    const response = await sendForm(form);
    expect(statuses).toContain(response.status);
    expect(response.body.code).toMatch(/^(MALFORMED_FORM|FORM_TOO_LARGE|VALIDATION_FAILED|RECORDING_MISSING)$/);
    expect(await api.listStoredFiles()).toEqual([]);
  });

  it('rejects request headers that are too large', async () => {
    const response = await fetch(`${api.url}/api/health/live`, { headers: { 'x-large': 'x'.repeat(20_000) } });
    expect(response.status).toBe(431);
  });
});
