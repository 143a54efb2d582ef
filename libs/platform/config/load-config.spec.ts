import { TEST_KEY, TEST_SESSION_KEY } from '@ringwell/testing/test-keys';

import { ConfigError, loadConfig } from './load-config';
import { publicUrlWarning } from './public-url';

// Weak, as keys from earlier versions may be.
const WEAK_KEY = Buffer.alloc(32, 7).toString('base64');
const requiredSettings = {
  DATABASE_URL: 'postgres://u:p@localhost/db',
  REDIS_URL: 'redis://localhost:6379',
  SECRETS_KEY: TEST_KEY,
  SESSION_KEY: TEST_SESSION_KEY,
};

const listProblemKeys = (environment: Record<string, string>): string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems.map(({ key }) => key);
  }
};

describe('loadConfig', () => {
  it('applies defaults and parses numbers, flags and lists', () => {
    const config = loadConfig({
      ...requiredSettings,
      PORT: '8080',
      S3_FORCE_PATH_STYLE: 'true',
      OUTBOUND_ALLOW: 'n8n:5678, 10.0.0.0/8',
      TRANSCRIPTION_LANGUAGE: 'en_US',
    });
    expect(config).toMatchObject({
      TRANSCRIPTION_LANGUAGE: 'en-US',
      PRODUCT_NAME: 'Ringwell',
      PORT: 8080,
      S3_FORCE_PATH_STYLE: true,
      OUTBOUND_ALLOW: ['n8n:5678', '10.0.0.0/8'],
      TRANSCRIPTION_ENGINE: 'auto',
      WORKER_SLOTS: undefined,
    });
  });

  it('lists every missing or invalid setting in one error', () => {
    expect(listProblemKeys({ PORT: 'high', SECRETS_KEY: 'short' })).toEqual([
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRETS_KEY',
      'SESSION_KEY',
    ]);
  });

  it.each([
    [{ PORT: 'high' }, 'PORT: must be a number'],
    [{ PORT: '3000.5' }, 'PORT: must be a whole number'],
    [{ PORT: '70000' }, 'PORT: must be at most 65535'],
    [{ METRICS_PORT: ' ' }, 'METRICS_PORT: must not be empty'],
    [{ OTEL_TRACES_SAMPLER_ARG: ' ' }, 'OTEL_TRACES_SAMPLER_ARG: must not be empty'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE: must be at least 2'],
    [{ ADMIN_PASSWORD: 'abc' }, 'ADMIN_PASSWORD: must have at least 6 characters'],
    [{ S3_BUCKET: ' ' }, 'S3_BUCKET: must not be empty'],
    [{ TEAMS_WEBHOOK_HOSTS: ',' }, 'TEAMS_WEBHOOK_HOSTS: must not be empty'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error, warn, info, debug'],
    [{ SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL: must be an email address'],
    [
      { DATABASE_URL: 'mysql://host/db' },
      'DATABASE_URL: must be a URL such as postgres://user:password@host:5432/ringwell',
    ],
    [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL: must be a URL such as postgres://user:password@host:5432/ringwell'],
    [{ REDIS_URL: 'localhost' }, 'REDIS_URL: must be a URL such as redis://host:6379'],
    [{ SMTP_URL: 'smtp.example.com' }, 'SMTP_URL: must be a URL such as smtp://user:password@host:587'],
    [{ PUBLIC_URL: 'calls.example.com' }, 'PUBLIC_URL: must be a URL such as https://calls.example.com'],
    [{ SECRETS_KEY: '' }, 'SECRETS_KEY: must be set'],
    ...[
      'https://example.com/calls',
      'https://example.com/calls/',
      'https://example.com/?a=b',
      'https://example.com/#a',
      'https://dana:secret@example.com',
    ].map((PUBLIC_URL): [object, string] => [
      { PUBLIC_URL },
      'PUBLIC_URL: must not have a path, user or password: give the product its own host name, such as https://calls.example.com',
    ]),
    ...Object.entries({
      SMTP_URL: ['smtp://calls:12#34@mail', 'smtp://calls:12/34@mail', 'smtp://calls:12?34@mail'],
      DATABASE_URL: ['postgres://calls:12#34@db', 'postgres://calls:50%off@db', 'postgres://50%off:1234@db'],
      REDIS_URL: ['redis://:50%off@redis', 'redis://50%off:1234@redis'],
    }).flatMap(([key, urls]) =>
      urls.map((url): [object, string] => [
        { [key]: url },
        `${key}: must percent-encode # / ? @ % in the user and password: %23 %2F %3F %40 %25`,
      ]),
    ),
  ])('reports what a setting must be: %j', (invalidSettings, sentence) => {
    expect(() => loadConfig({ ...requiredSettings, ...invalidSettings })).toThrow(`Invalid settings:\n  ${sentence}`);
  });

  it('reports on one line which OUTBOUND_ALLOW entry is invalid', () => {
    const readOutboundAllow = (OUTBOUND_ALLOW: string): unknown =>
      loadConfig({ ...requiredSettings, OUTBOUND_ALLOW }).OUTBOUND_ALLOW;
    expect(() => readOutboundAllow('n8n:5678,10.0.0.0/99')).toThrow(
      'Invalid settings:\n  OUTBOUND_ALLOW: entry 2 must be host:port or a network such as 10.0.0.0/8',
    );
    expect(readOutboundAllow('n8n:5678,10.0.0.0/8')).toEqual(['n8n:5678', '10.0.0.0/8']);
  });

  it("reads a trace collector's endpoint and headers, and names an invalid setting without its value", () => {
    const loadTracing = (endpoint: string, headers: string): ReturnType<typeof loadConfig> =>
      loadConfig({ ...requiredSettings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(loadTracing('http://collector:4318', 'x-api-key=a%2Cb%3D, tenant = 5 ').OTEL_EXPORTER_OTLP_HEADERS).toEqual({
      'x-api-key': 'a,b=',
      tenant: '5',
    });
    expect(() => loadTracing('collector:4318', '')).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL such as https://',
    );
    for (const value of ['hush', '=hush', 'x y=hush', 'x=hush%', 'x=hush%0A'])
      expect(() => loadTracing('http://collector:4318', `tenant=5,${value}`)).toThrow(
        /^Invalid settings:\n {2}OTEL_EXPORTER_OTLP_HEADERS: entry 2 must be name=value, with the value percent-encoded$/,
      );
  });

  it('does not quote values, which may be secrets', () => {
    expect(() => loadConfig({ ...requiredSettings, SECRETS_KEY: 'hunter2-hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }) as Error,
    );
  });

  it('treats an empty value as not set', () => {
    expect(loadConfig({ ...requiredSettings, PUBLIC_URL: '' }).PUBLIC_URL).toBeUndefined();
  });

  it.each([
    [{ TRANSCRIPTION_ENGINE: 'openai' }, 'TRANSCRIPTION_API_KEY'],
    [{ TRANSCRIPTION_ENGINE: 'deepgram' }, 'DEEPGRAM_API_KEY'],
    [{ ANALYSIS_ENGINE: 'llm' }, 'ANALYSIS_API_KEY'],
    [{ ANALYSIS_ENGINE: 'writer' }, 'ANALYSIS_API_KEY'],
    [{ LOCAL_SIGN_IN: 'off' }, 'LOCAL_SIGN_IN'],
    [{ SECRETS_KEY: WEAK_KEY }, 'SECRETS_KEY'],
    [{ SESSION_KEY: Buffer.from('correct-horse-'.repeat(3)).subarray(0, 32).toString('base64') }, 'SESSION_KEY'],
    [{ SESSION_KEY: requiredSettings.SECRETS_KEY }, 'SESSION_KEY'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.5, 10.0.0.0/33' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/1, 128.0.0.0/1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '2000::/3' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: 'proxy.example.com' }, 'TRUST_PROXY'],
    [{ HOST: 'localhost' }, 'HOST'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://calls.example.com' }, 'PUBLIC_URL'],
    [
      { OIDC_ISSUER_URL: 'http://id.example.com', OIDC_CLIENT_ID: 'x', PUBLIC_URL: 'https://calls.example.com' },
      'OIDC_ISSUER_URL',
    ],
    [{ S3_ACCESS_KEY_ID: 'only-half' }, 'S3_ACCESS_KEY_ID'],
    [{ INBOX_S3_PREFIX: 'inbox/' }, 'INBOX_S3_PREFIX'],
    [{ INBOX_S3_PREFIX: 'inbox/', S3_BUCKET: 'calls', INBOX_DIR: '/srv/inbox' }, 'INBOX_S3_PREFIX'],
    [{ INBOX_S3_PREFIX: 'recordings/', S3_BUCKET: 'calls' }, 'INBOX_S3_PREFIX'],
    [{ STORAGE_DIR: '/srv/ringwell', INBOX_DIR: '/srv/ringwell/recordings' }, 'INBOX_DIR'],
    [{ STORAGE_DIR: '/srv/ringwell/', INBOX_DIR: '/srv/inbox/../ringwell/recordings/inbox' }, 'INBOX_DIR'],
    [{ INBOX_DIR: '.data/recordings/exports/' }, 'INBOX_DIR'],
    [{ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'ringwell' }, 'DKIM_PRIVATE_KEY'],
    [{ DKIM_DOMAIN: 'not a domain' }, 'DKIM_DOMAIN'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'calls@example.com' }, 'SUPPORT_EMAIL'],
    [
      { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'calls@example.com', SUPPORT_EMAIL: 'support@ringwell.local' },
      'SUPPORT_EMAIL',
    ],
    [{ SMTP_URL: 'smtp://mail.example.com', SUPPORT_EMAIL: 'support@example.com' }, 'MAIL_FROM'],
  ])('rejects %j', (environment, key) => {
    expect(listProblemKeys({ ...requiredSettings, ...environment })).toEqual([key]);
  });

  it('requires https, a local URL or ALLOW_HTTP in production', () => {
    const production = { ...requiredSettings, NODE_ENV: 'production' };
    const allowedEnvironments: Record<string, string>[] = [
      { PUBLIC_URL: 'https://calls.example.com' },
      { PUBLIC_URL: 'http://localhost:3000' },
      { PUBLIC_URL: 'http://calls.example.com', ALLOW_HTTP: 'true' },
      { ALLOW_HTTP: 'true' },
    ];
    for (const environment of allowedEnvironments)
      expect(listProblemKeys({ ...production, ...environment })).toEqual([]);
  });

  it('accepts proxy addresses, networks and ranges', () => {
    const names = ['10.0.0.5', '172.16.0.0/12', '2001:db8::/32', 'loopback', 'uniquelocal'];
    expect(loadConfig({ ...requiredSettings, TRUST_PROXY: names.join(', ') }).TRUST_PROXY).toEqual(names);
  });

  it('reads retention periods and previous keys, applies their defaults, and rejects invalid ones', () => {
    expect(loadConfig(requiredSettings)).toMatchObject({
      RECORDINGS_RETENTION_DAYS: 0,
      TRANSCRIPTS_RETENTION_DAYS: 0,
      ACTIVITY_RETENTION_DAYS: 0,
      SECURITY_EVENTS_RETENTION_DAYS: 365,
      MESSAGES_RETENTION_DAYS: 0,
      SECRETS_KEY_PREVIOUS: [],
      SESSION_KEY_PREVIOUS: [],
    });
    expect(
      loadConfig({
        ...requiredSettings,
        SECRETS_KEY_PREVIOUS: `${WEAK_KEY}, ${WEAK_KEY},`,
        RECORDINGS_RETENTION_DAYS: '1',
        ACTIVITY_RETENTION_DAYS: '30',
      }),
    ).toMatchObject({
      SECRETS_KEY_PREVIOUS: [WEAK_KEY, WEAK_KEY],
      RECORDINGS_RETENTION_DAYS: 1,
      ACTIVITY_RETENTION_DAYS: 30,
    });
    expect(
      listProblemKeys({
        ...requiredSettings,
        SESSION_KEY_PREVIOUS: `${WEAK_KEY},short`,
        TRANSCRIPTS_RETENTION_DAYS: '-1',
        ACTIVITY_RETENTION_DAYS: '29',
      }),
    ).toEqual(['TRANSCRIPTS_RETENTION_DAYS', 'ACTIVITY_RETENTION_DAYS', 'SESSION_KEY_PREVIOUS']);
  });

  describe('without PUBLIC_URL', () => {
    const mail = {
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'calls@example.com',
      SUPPORT_EMAIL: 'support@example.com',
    };
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1' };
    const production = { NODE_ENV: 'production', ALLOW_HTTP: 'true' };
    const PUBLIC_URL = 'https://calls.example.com';
    const getWarning = (environment: Record<string, string>): string | undefined =>
      publicUrlWarning(loadConfig({ ...requiredSettings, ...environment }));

    it.each([mail, stripe, { ...mail, ...stripe }])('requires PUBLIC_URL in production for %j', (settings) => {
      expect(listProblemKeys({ ...requiredSettings, ...production, ...settings })).toEqual(['PUBLIC_URL']);
      expect(listProblemKeys({ ...requiredSettings, ...production, ...settings, PUBLIC_URL })).toEqual([]);
    });

    it.each([mail, stripe, production])('warns that links point to localhost with %j', (settings) => {
      expect(getWarning({ ...settings, PORT: '3001' })).toContain('http://localhost:3001');
      expect(getWarning({ ...settings, PORT: '3001', PUBLIC_URL })).toBeUndefined();
    });

    it('does not warn in development without email or payments', () => {
      expect(getWarning({})).toBeUndefined();
    });
  });

  it('accepts a mail server with sender and support addresses', () => {
    expect(
      listProblemKeys({
        ...requiredSettings,
        SMTP_URL: 'smtp://mail.example.com',
        MAIL_FROM: 'calls@example.com',
        SUPPORT_EMAIL: 'support@example.com',
      }),
    ).toEqual([]);
  });
});
