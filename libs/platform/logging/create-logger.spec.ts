import { invalid, providerFailed } from '@ringwell/domain/errors/app-error';

import { createLogger, type Logger } from './create-logger';
import { NestLogger } from './nest-logger';

let lines: string[];
let logger: Logger;

beforeEach(() => {
  lines = [];
  logger = createLogger({
    service: 'worker',
    level: 'debug',
    output: { write: (line) => lines.push(line) },
  });
});

const getLastRecord = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;

// Every secret and all call text in these tests contain this word.
const PRIVATE = 'hush';

describe('createLogger', () => {
  it('writes one JSON object per line', () => {
    logger.info({ callId: 'c1', durationMs: 12 }, 'The call is done.');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\}\n$/);
    expect(getLastRecord()).toMatchObject({
      level: 'info',
      service: 'worker',
      callId: 'c1',
      durationMs: 12,
      msg: 'The call is done.',
    });
    expect(getLastRecord().time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('omits messages below its level', () => {
    createLogger({
      service: 'api',
      level: 'warn',
      output: { write: (line) => lines.push(line) },
    }).info('no');
    expect(lines).toEqual([]);
  });

  it.each([
    'authorization',
    'Authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'password',
    'adminPassword',
    'token',
    'slackBotToken',
    'lease_token',
    'secret',
    'webhook_secret',
    'clientSecret',
    'apiKey',
    'api_key',
    'TRANSCRIPTION_API_KEY',
    'x-api-key',
    'SECRETS_KEY',
    'signature',
    'webhook-signature',
    'teamsWebhookUrl',
    'transcript',
    'segments',
    'text',
    'words',
    'summary',
    'quote',
    'content',
    'keyPoints',
    'key_points',
    'evidence',
    'callData',
    'analysis',
  ])('redacts values under the key %s at any depth', (key) => {
    const secret = { [key]: PRIVATE };
    logger.info({
      ...secret,
      list: [{ nested: { deeper: secret } }],
      map: new Map([['inner', secret]]),
      whole: { [key]: { part: [PRIVATE] } },
    });
    logger.child(secret).child({ inner: secret }, { level: 'debug' }).info(secret, 'from a child');
    logger.info('with %o', secret);
    logger.info(secret, 'with %j', secret);
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain(PRIVATE);
    expect(lines.join('')).toContain('[redacted]');
  });

  it.each([
    ['https://n8n.example.com/webhook-waiting/7?signature=hush', 'https://n8n.example.com/webhook-waiting/7'],
    ['see https://bucket.example.com/a.mp3?X-Amz-Signature=hush&b=1, please', '/a.mp3'],
    ['https://example.com/#hush', 'https://example.com/'],
    ['https://me:hush@example.com/a', 'example.com/a'],
    ['postgres://ringwell:hush@db:5432/ringwell', 'db:5432'],
    ['redis://:hush@redis:6379', 'redis:6379'],
    ['Authorization: Bearer hush.hush.hush.hush', 'Bearer'],
    ['Authorization: Basic aHVzaDpodXNoaHVzaA==hush', 'Basic'],
    ['the token rw_hushhushhushhush was refused', 'rw_'],
    ['Incorrect API key provided: sk-hushhushhush', 'sk-'],
  ])('redacts secrets in text: %s', (text, redacted) => {
    logger.info(text);
    logger.info({ recordingUrl: text, callbackUrl: [text] }, 'the call');
    logger.error(invalid('INTERNAL', text));
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain(PRIVATE);
    for (const line of lines) expect(line).toContain(redacted);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(3);
  });

  it('does not change text without secrets', () => {
    logger.info('The basic recognizer reads https://example.com/a.mp3, bearer of good news.');
    expect(getLastRecord().msg).toBe('The basic recognizer reads https://example.com/a.mp3, bearer of good news.');
    const fields = {
      callId: 'c1',
      userId: 7,
      keys: 2,
      tokens: 800,
      skipReason: 'too_short',
      at: new Date(0),
      url: new URL('https://example.com/a'),
    };
    logger.info(fields);
    expect(getLastRecord()).toMatchObject({ ...fields, at: '1970-01-01T00:00:00.000Z', url: 'https://example.com/a' });
  });

  it('handles circular structures and buffers', () => {
    const circular: Record<string, unknown> = { recording: Buffer.from(PRIVATE) };
    circular.self = circular;
    logger.info(circular);
    expect(lines[0]).not.toContain(PRIVATE);
    expect(getLastRecord().recording).toBe('[4 bytes]');
  });
});

describe('error serialization', () => {
  it('includes the type, code, kind, message and stack of an error and its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    logger.error({
      err: providerFailed('TRANSCRIPTION_UNAVAILABLE', 'Deepgram failed.', { retryable: true, cause }),
      callId: 'c1',
    });
    expect(getLastRecord()).toMatchObject({
      callId: 'c1',
      msg: 'Deepgram failed.',
      err: {
        type: 'AppError',
        code: 'TRANSCRIPTION_UNAVAILABLE',
        kind: 'provider',
        retryable: true,
        message: 'Deepgram failed.',
        stack: expect.stringContaining('create-logger.spec') as string,
        cause: { type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
      },
    });
  });

  it('omits requests to vendors and their responses', () => {
    const vendorError = Object.assign(new Error(`400 ${PRIVATE}`), {
      name: 'APIError',
      status: 400,
      code: 'bad_request',
      request: { body: PRIVATE },
      response: { body: PRIVATE },
      error: { message: PRIVATE },
      headers: { x: PRIVATE },
    });
    logger.error(
      {
        err: providerFailed('ANALYSIS_REFUSED', 'The analyst refused.', { cause: vendorError }),
      },
      'failed',
    );
    logger.error(vendorError);
    logger.error({ err: vendorError });
    new NestLogger(logger).error(vendorError, 'Context');
    let syntaxError: unknown;
    try {
      JSON.parse(PRIVATE);
    } catch (error) {
      syntaxError = error;
    }
    logger.error({ err: syntaxError });
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toContain(PRIVATE);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { cause: { type: 'APIError', status: 400, code: 'bad_request' } },
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      msg: 'APIError',
      err: { stack: expect.stringContaining('at ') as string },
    });
  });
});

describe('NestLogger', () => {
  it("writes Nest's messages with their context", () => {
    const nest = new NestLogger(logger);
    nest.log('Starting', 'NestFactory');
    expect(getLastRecord()).toMatchObject({ level: 'info', msg: 'Starting', context: 'NestFactory' });
    nest.verbose({ password: PRIVATE, routes: 3 }, 'RouterExplorer');
    expect(getLastRecord()).toMatchObject({
      level: 'debug',
      context: 'RouterExplorer',
      details: { password: '[redacted]', routes: 3 },
    });
  });

  it("writes an error's stack to its own field", () => {
    const nest = new NestLogger(logger);
    nest.error('It broke', 'Error: It broke\n    at somewhere', 'ExceptionsHandler');
    expect(getLastRecord()).toMatchObject({
      level: 'error',
      msg: 'It broke',
      context: 'ExceptionsHandler',
      stack: expect.stringContaining('at somewhere') as string,
    });
    nest.error(new TypeError('It broke'), 'ExceptionsHandler');
    expect(getLastRecord()).toMatchObject({
      level: 'error',
      msg: 'It broke',
      context: 'ExceptionsHandler',
      err: { type: 'TypeError' },
    });
  });
});
