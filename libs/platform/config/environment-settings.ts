import { isIP } from 'node:net';

import { z } from 'zod';

import { MAX_MIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@ringwell/domain/accounts/account-limits';
import { MAX_STORAGE_QUOTA_GB } from '@ringwell/domain/accounts/storage-quota';

import { OutboundAllowList } from '../outbound/outbound-allow-list';
import type { API_SECRETS } from './api-secrets';
import { isDkimKey, toPem } from './dkim-key';
import { ENCODING_RULE, hasDecodablePassword, hasEncodedPassword } from './encoded-password';
import { parseOtlpHeaders } from './otlp-headers';
import { isProxy, PROXY_RULE } from './trusted-proxies';

export interface Setting<T extends z.ZodType = z.ZodType> {
  doc: string;
  schema: T;
  group: string;
}

const setting = <T extends z.ZodType>(doc: string, schema: T): Omit<Setting<T>, 'group'> => ({ doc, schema });

function group<T extends Record<string, Omit<Setting, 'group'>>>(
  name: string,
  settings: T,
): { [Name in keyof T]: T[Name] & { group: string } } {
  const entries = Object.entries(settings).map(([key, each]) => [key, { ...each, group: name }]);
  return Object.fromEntries(entries) as ReturnType<typeof group<T>>;
}

const text = z.string().trim().min(1);
// Invalid URLs skip all other rules, which parse them.
const urlOf = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be a URL such as ${example}`, abort: true });
const url = urlOf(/^https?$/, 'https://calls.example.com');
const isOrigin = (value: string): boolean => {
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
};
// Without the text, a number of only spaces would be 0.
const wholeNumber = (min: number, max: number) => text.pipe(z.coerce.number<string>().int().min(min).max(max));
const key32 = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64');
// 32 random bytes have about 30 distinct values; a repeated word or a key of zeros has few.
const MIN_DISTINCT_BYTES = 16;
const strongKey32 = key32.refine(
  (value) => new Set(Buffer.from(value, 'base64')).size >= MIN_DISTINCT_BYTES,
  'is easy to guess: generate one with "openssl rand -base64 32", and keep this one as a previous key',
);
// A number of days; 0 keeps data forever.
const retentionDays = (min: number, defaultValue = 0) =>
  wholeNumber(0, 36_500)
    .refine((value) => value === 0 || value >= min, `must be 0 or at least ${min}`)
    .default(defaultValue);
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
const previousKeys = list.pipe(z.array(key32));
const domains = list
  .transform((entries) => entries.map((domain) => domain.toLowerCase()))
  .pipe(z.array(z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be domains such as logic.azure.us')).min(1));
const ipAddress = z.string().refine((value) => isIP(value) !== 0, 'must be an IP address such as 127.0.0.1');
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Placeholder until `SUPPORT_EMAIL` is set. It can't receive email. */
export const PLACEHOLDER_SUPPORT_EMAIL = 'support@ringwell.local';

export const SETTINGS = {
  ...group('Product', {
    PRODUCT_NAME: setting('Product name shown on pages and in emails and messages.', text.default('Ringwell')),
    SUPPORT_EMAIL: setting(
      'Email address for support. Receives contact form messages. Required when SMTP_URL is set.',
      z.email().default(PLACEHOLDER_SUPPORT_EMAIL),
    ),
    SUPPORT_PHONE: setting(
      'Phone number for support, shown next to the email address.',
      text.default('(555) 010-0199'),
    ),
    PRIVACY_URL: setting(
      'URL of your privacy policy. If unset, the built-in template at /privacy is used.',
      url.optional(),
    ),
    TERMS_URL: setting(
      'URL of your terms of service. If unset, the built-in template at /terms is used.',
      url.optional(),
    ),
    LEGAL_NAME: setting('Legal name of your company, used in the legal templates.', text.optional()),
    LEGAL_ADDRESS: setting('Mailing address of your company, used in the legal templates.', text.optional()),
    LEGAL_STATE: setting('State whose law governs the terms, for example Ohio.', text.optional()),
    NODE_ENV: setting(
      'Set to production on a server. Then you must set SECRETS_KEY and SESSION_KEY yourself.',
      z.enum(['development', 'test', 'production']).default('development'),
    ),
    LOG_LEVEL: setting(
      'Minimum level of log messages.',
      z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
    ),
  }),
  ...group('HTTP', {
    PORT: setting('Port of the API and the web app. 0 picks any free port.', wholeNumber(0, 65_535).default(3000)),
    HOST: setting(
      'IP address of this machine that the API listens on, for example 127.0.0.1 behind a proxy on the same ' +
        'machine. If unset, it listens on all addresses, or only on localhost with npm start.',
      ipAddress.optional(),
    ),
    PUBLIC_URL: setting(
      'Public URL of the product, used in links, for example https://calls.example.com. Leave unset to link to ' +
        'http://localhost. Required with OIDC_ISSUER_URL and in production, where it must start with https. It ' +
        'must not include a path: the product needs its own host name.',
      url
        .refine(
          isOrigin,
          'must not have a path, user or password: give the product its own host name, such as https://calls.example.com',
        )
        .optional(),
    ),
    ALLOW_HTTP: setting(
      'Set to true to allow starting in production without https in PUBLIC_URL. Passwords and recordings then ' +
        'cross the network unencrypted.',
      flag.default(false),
    ),
    WEB_DIR: setting('Folder that contains the built web app.', text.default('web/dist')),
    TRUST_PROXY: setting(
      'Proxies in front of the API that report client addresses: IP addresses and networks such as 10.0.0.0/8, ' +
        'separated by commas; loopback, linklocal and uniquelocal are the private ranges. If unset, reported ' +
        'addresses are ignored.',
      list.pipe(z.array(z.string().refine(isProxy, PROXY_RULE))),
    ),
    RATE_LIMIT_PER_ADDRESS: setting(
      'Maximum requests per minute from one IP address. Sign-in, the contact form and the demo have lower limits.',
      wholeNumber(1, 1_000_000).default(1_200),
    ),
    RATE_LIMIT_PER_ACCOUNT: setting(
      'Maximum requests per minute from one account, across all IP addresses.',
      wholeNumber(1, 1_000_000).default(2_400),
    ),
    RATE_LIMIT_TIGHT_FACTOR: setting(
      'Multiplier for the lower limits on sign-in, the contact form, the demo, checkout and public routes. Raise ' +
        'it if many people share one IP address.',
      wholeNumber(1, 100_000).default(1),
    ),
    METRICS_PORT: setting(
      "Port of the API's Prometheus metrics, at /metrics. 0 turns them off. Keep it inside your network.",
      wholeNumber(0, 65_535).default(0),
    ),
    METRICS_HOST: setting(
      'IP address to serve metrics on. Use 0.0.0.0 to let Prometheus on another machine read them.',
      ipAddress.default('127.0.0.1'),
    ),
    WORKER_METRICS_PORT: setting(
      'Port for the Prometheus metrics of each worker. Works like METRICS_PORT.',
      wholeNumber(0, 65_535).default(0),
    ),
  }),
  ...group('Traces', {
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(
      'Base URL of a collector that accepts OpenTelemetry traces over HTTP (OTLP), for example http://collector:4318. ' +
        '/v1/traces is appended. If unset, nothing is traced.',
      url.optional(),
    ),
    OTEL_EXPORTER_OTLP_HEADERS: setting(
      'Headers to send to the collector, such as an API key: name=value pairs, separated by commas, with ' +
        'percent-encoded values.',
      text.transform(parseOtlpHeaders).optional(),
    ),
    OTEL_TRACES_SAMPLER_ARG: setting(
      'Fraction of traces to record, from 0 to 1. A traceparent header on a request takes precedence.',
      text.pipe(z.coerce.number<string>().min(0).max(1)).default(1),
    ),
  }),
  ...group('Stores', {
    DATABASE_URL: setting(
      'PostgreSQL, for example postgres://user:password@host:5432/ringwell. Leave unset to have `npm start` run its own.',
      urlOf(/^postgres(ql)?$/, 'postgres://user:password@host:5432/ringwell').refine(
        hasDecodablePassword,
        ENCODING_RULE,
      ),
    ),
    DATABASE_POOL_SIZE: setting('Maximum PostgreSQL connections per process.', wholeNumber(2, 200).default(10)),
    REDIS_URL: setting(
      'Redis, for example redis://:password@host:6379. Leave unset to have `npm start` run its own.',
      urlOf(/^rediss?$/, 'redis://host:6379').refine(hasDecodablePassword, ENCODING_RULE),
    ),
    REDIS_SENTINELS: setting(
      'Redis Sentinels that monitor the primary, as host:port, separated by commas. User, password, database and ' +
        'TLS come from REDIS_URL, whose host and port are ignored.',
      list.pipe(z.array(z.string().regex(/^[^\s:]+:\d+$/, 'must be addresses such as sentinel-1:26379'))),
    ),
    REDIS_SENTINEL_NAME: setting("The Sentinels' name for the primary.", text.default('mymaster')),
    REDIS_SENTINEL_PASSWORD: setting("The Sentinels' password, if they have one.", text.optional()),
    QUEUE_PREFIX: setting(
      'Prefix for all Redis keys.',
      z
        .string()
        .regex(/^[a-z0-9-]+$/, 'must be lowercase letters, digits and hyphens')
        .default('ringwell'),
    ),
  }),
  ...group('Recordings', {
    STORAGE_DIR: setting(
      'Folder for recordings, shared by the API and all workers. Ignored when S3_BUCKET is set.',
      text.default('.data/recordings'),
    ),
    STORAGE_QUOTA_GB: setting(
      "Maximum total size of an account's recordings in GB (1024 MB). Uploads over the limit are rejected. " +
        'Administrators can override the quota for an account. Use the same value for the API and all workers. If ' +
        'unset, there is no limit.',
      wholeNumber(1, MAX_STORAGE_QUOTA_GB).optional(),
    ),
    S3_BUCKET: setting(
      'Bucket for recordings in an S3-compatible store. Leave unset to use STORAGE_DIR.',
      text.optional(),
    ),
    S3_REGION: setting('Region of the bucket.', text.default('us-east-1')),
    S3_ENDPOINT: setting('URL of the store, for example http://minio:9000. Leave unset for AWS.', url.optional()),
    S3_ACCESS_KEY_ID: setting(
      'Access key ID. Leave unset to use the default credential chain of the AWS SDK.',
      text.optional(),
    ),
    S3_SECRET_ACCESS_KEY: setting('Secret access key. Required when S3_ACCESS_KEY_ID is set.', text.optional()),
    S3_FORCE_PATH_STYLE: setting(
      'Set to true for stores that expect the bucket in the path, such as MinIO.',
      flag.default(false),
    ),
    INBOX_DIR: setting(
      'Folder that recordings are dropped into, with one <account id>/ subfolder per account, such as a network ' +
        'share that phone systems write to. Set it for the API and all workers; only the workers need access to the ' +
        'folder. If unset, there is no inbox.',
      text.optional(),
    ),
    INBOX_S3_PREFIX: setting(
      'Alternative to INBOX_DIR: key prefix for incoming recordings in S3_BUCKET, such as inbox/. Keys continue ' +
        'with <account id>/ and the file name.',
      z
        .string()
        .regex(/^[\w.-][\w./-]*\/$/, 'must be a prefix such as inbox/')
        .refine((value) => !/^(recordings|exports)\//.test(value), 'must not be a prefix that the product uses itself')
        .optional(),
    ),
    INBOX_STILL_SECONDS: setting(
      'A file in INBOX_DIR is complete when neither its size nor its modification time has changed for this many ' +
        'seconds. Raise it for recorders that pause mid-call.',
      wholeNumber(1, 3_600).default(20),
    ),
    MAX_RECORDING_HOURS: setting(
      'Maximum length of a recording in hours. Longer recordings are rejected.',
      wholeNumber(1, 24).default(4),
    ),
    DEMO_MAX_MINUTES: setting(
      'Maximum length of a demo recording in minutes. Longer recordings are rejected.',
      wholeNumber(1, 240).default(10),
    ),
  }),
  ...group('Retention', {
    RECORDINGS_RETENTION_DAYS: setting(
      'Days to keep recordings after a call is received. Accounts can choose fewer. 0 keeps them forever.',
      retentionDays(1),
    ),
    TRANSCRIPTS_RETENTION_DAYS: setting(
      'Days to keep transcripts and quotes. Summaries and labels are kept. Accounts can choose fewer. 0 keeps them ' +
        'forever.',
      retentionDays(1),
    ),
    ACTIVITY_RETENTION_DAYS: setting(
      'Days to keep the activity log, at least 30 because sign-in uses it to recognize known networks. 0 keeps it ' +
        'forever.',
      retentionDays(30),
    ),
    SECURITY_EVENTS_RETENTION_DAYS: setting(
      'Days to keep security events: sign-ins, denied requests and permission changes, with IP addresses. 0 keeps ' +
        'them forever.',
      retentionDays(1, 365),
    ),
    MESSAGES_RETENTION_DAYS: setting(
      'Days to keep sent and failed emails, contact form messages marked as done, and delivery attempt history. 0 ' +
        'keeps them forever.',
      retentionDays(1),
    ),
    CONTACT_RETENTION_DAYS: setting(
      'Days to keep contact form messages after they arrive, whether or not they are marked as done. 0 keeps them forever.',
      retentionDays(1, 365),
    ),
  }),
  ...group('Keys', {
    SECRETS_KEY: setting(
      'Encrypts stored secrets: 32 bytes in base64 (openssl rand -base64 32). Outside production, `npm start` ' +
        'generates one.',
      strongKey32,
    ),
    SECRETS_KEY_PREVIOUS: setting(
      'Previous values of SECRETS_KEY, separated by commas, for decrypting existing secrets. After ' +
        '`npm run rotate-secrets`, only links in earlier messages still need them: to unsubscribe, to confirm an alert ' +
        'address, and "I\'m on it".',
      previousKeys,
    ),
    SESSION_KEY: setting(
      'Signs sessions: 32 bytes in base64, different from SECRETS_KEY. Outside production, `npm start` generates one.',
      strongKey32,
    ),
    SESSION_KEY_PREVIOUS: setting(
      'Previous values of SESSION_KEY, separated by commas, which keep existing sessions valid. Sessions last up ' +
        'to 30 days.',
      previousKeys,
    ),
    ADMIN_EMAIL: setting(
      'Email address of the first administrator, created if there is no administrator yet.',
      z.email().default('admin@ringwell.local'),
    ),
    ADMIN_PASSWORD: setting(
      'Password of the first administrator, at least 6 characters and not a common one. It must be changed at ' +
        'first sign-in. Leave unset to generate one, which is shown once.',
      z.string().min(6).optional(),
    ),
  }),
  ...group('Sign-in', {
    OIDC_ISSUER_URL: setting(
      'Issuer URL of your OpenID Connect provider, for example https://replit.com/oidc. Leave unset for sign-in with ' +
        'email and password only.',
      url.optional(),
    ),
    OIDC_CLIENT_ID: setting(
      'Client ID issued by the provider. For Replit, the REPL_ID. Required when OIDC_ISSUER_URL is set.',
      text.optional(),
    ),
    OIDC_CLIENT_SECRET: setting(
      'Client secret issued by the provider. Leave unset for a public client.',
      text.optional(),
    ),
    OIDC_SCOPES: setting('Scopes to request, separated by spaces.', text.default('openid email profile')),
    OIDC_PROMPT: setting(
      'Value of the prompt parameter, for example login consent. Leave unset to let the provider decide.',
      text.optional(),
    ),
    AUTH_PROVIDER_NAME: setting(
      "Name on the sign-in button. Defaults to Replit for Replit's issuer, to the issuer's host name for any other " +
        'issuer, and to email without a provider.',
      text.optional(),
    ),
    PASSWORD_MIN_LENGTH: setting(
      'Minimum length of new passwords, in characters. Existing shorter passwords keep working, and their users are ' +
        'asked to change them.',
      wholeNumber(MIN_PASSWORD_LENGTH, MAX_MIN_PASSWORD_LENGTH).default(MIN_PASSWORD_LENGTH),
    ),
    LOCAL_SIGN_IN: setting(
      'Whether people can sign in with a password when OIDC_ISSUER_URL is set: on or off. off requires ' +
        'OIDC_ISSUER_URL and disables password sign-in, password reset, and joining an account with a new password. ' +
        'Sign in with the provider as an administrator first.',
      z.enum(['on', 'off']).default('on'),
    ),
    ADMIN_SECOND_FACTOR: setting(
      'If set to required, administrators who sign in with a password must set up two-step verification before ' +
        'they can do anything else. If set to off, it is optional. Sign-ins with a provider are not affected.',
      z.enum(['off', 'required']).default('off'),
    ),
    SELF_SIGN_UP: setting(
      'Whether visitors can create a demo account with email and password: auto, on or off. auto: when SMTP_URL is set ' +
        '(users then confirm their address through an emailed link) or, for visitors on this machine, when ' +
        'PUBLIC_URL points to it. on: even without SMTP_URL, in which case addresses are not confirmed. Ignored ' +
        'with OIDC_ISSUER_URL, where signing in creates the account.',
      z.enum(['auto', 'on', 'off']).default('auto'),
    ),
  }),
  ...group('Email', {
    SMTP_URL: setting(
      'SMTP server, for example smtps://user:password@smtp.example.com. Leave unset to send no email.',
      urlOf(/^smtps?$/, 'smtp://user:password@host:587')
        .refine(hasEncodedPassword, ENCODING_RULE)
        .optional(),
    ),
    MAIL_FROM: setting(
      'Sender of emails, for example Ringwell <calls@example.com>. Required when SMTP_URL is set.',
      text.optional(),
    ),
    CONFIRM_ALERT_ADDRESSES: setting(
      'Whether recipients outside an account must confirm through an emailed link before they receive emails about ' +
        'calls. Without SMTP_URL, no confirmation is required. Addresses saved while this is off are treated as ' +
        'confirmed.',
      z.enum(['on', 'off']).default('on'),
    ),
    DKIM_DOMAIN: setting(
      'Domain for DKIM signatures, normally that of MAIL_FROM. Set all three DKIM settings, or none if the SMTP ' +
        'server signs messages itself.',
      z
        .string()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as example.com')
        .optional(),
    ),
    DKIM_SELECTOR: setting(
      'DKIM selector. The public key belongs in the TXT record <selector>._domainkey.<domain>.',
      z
        .string()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a name such as ringwell')
        .optional(),
    ),
    DKIM_PRIVATE_KEY: setting(
      'DKIM private key: RSA, in PEM, on one line with \\n for each line break (openssl genrsa 2048).',
      text.transform(toPem).refine(isDkimKey, 'must be an RSA private key in PEM, without a passphrase').optional(),
    ),
  }),
  ...group('Payments', {
    STRIPE_SECRET_KEY: setting('Secret key of your Stripe account. Leave unset to disable payments.', text.optional()),
    STRIPE_WEBHOOK_SECRET: setting(
      'Signing secret of the Stripe webhook endpoint, printed by `npm run stripe:setup`. While rotating it, list ' +
        'both the new and the old secret, separated by a comma.',
      list,
    ),
    STRIPE_BASE_URL: setting('Base URL of the Stripe API.', url.default('https://api.stripe.com')),
  }),
  ...group('Team chat', {
    SLACK_API_URL: setting('Base URL of the Slack Web API.', url.default('https://slack.com/api/')),
    TEAMS_WEBHOOK_HOSTS: setting(
      'Domains whose subdomains may host Teams workflows, separated by commas. For a national cloud, add its ' +
        'domain, such as logic.azure.us.',
      domains.default(['api.powerplatform.com', 'logic.azure.com', 'powerautomate.com', 'flow.microsoft.com']),
    ),
  }),
  ...group('ServiceTitan', {
    SERVICETITAN_APP_KEY: setting(
      'Your app key from the ServiceTitan developer portal. Leave unset to disable ServiceTitan notes and calls.',
      text.optional(),
    ),
    SERVICETITAN_API_URL: setting('Base URL of the ServiceTitan API.', url.default('https://api.servicetitan.io')),
    SERVICETITAN_AUTH_URL: setting('Base URL for ServiceTitan sign-in.', url.default('https://auth.servicetitan.io')),
    SERVICETITAN_INTEGRATION_API_URL: setting(
      'Base URL of the API for accounts in the integration environment.',
      url.default('https://api-integration.servicetitan.io'),
    ),
    SERVICETITAN_INTEGRATION_AUTH_URL: setting(
      'Base URL for sign-in to accounts in the integration environment.',
      url.default('https://auth-integration.servicetitan.io'),
    ),
    SERVICETITAN_POLL_SECONDS: setting(
      'Seconds between checks for new calls, for accounts that fetch calls automatically.',
      wholeNumber(1, 86_400).default(300),
    ),
  }),
  ...group('Outbound', {
    OUTBOUND_ALLOW: setting(
      'Your internal targets, as host:port or CIDR, separated by commas. Recording links, callbacks and webhooks ' +
        "may use them even if they are private or don't use https. Webhook URLs for chat apps and a non-https OIDC " +
        'issuer may also point to these targets. Leave unset to allow none.',
      list.superRefine((entries, context) => {
        const invalidIndex = entries.findIndex((entry) => !OutboundAllowList.accepts(entry));
        if (invalidIndex < 0) return;
        const message = `entry ${invalidIndex + 1} must be host:port or a network such as 10.0.0.0/8`;
        context.addIssue({ code: 'custom', message });
      }),
    ),
  }),
  ...group('Work', {
    WORK_DIR: setting(
      'Local folder where a worker decodes recordings. It must be private to its user and not shared between machines.',
      text.default('.data/work'),
    ),
    WORKER_SLOTS: setting(
      'Maximum number of calls that a worker processes in parallel. Defaults to the number of cores with a local ' +
        'recognizer, and to 20 with a remote one.',
      wholeNumber(1, 500).optional(),
    ),
  }),
  ...group('Transcription', {
    TRANSCRIPTION_ENGINE: setting(
      'Speech recognizer. auto picks the first of openai, deepgram and sherpa that is configured, otherwise the best ' +
        'model that `npm run models` has installed, otherwise pocketsphinx, the basic built-in recognizer.',
      z.enum(['auto', 'openai', 'deepgram', 'sherpa', 'pocketsphinx']).default('auto'),
    ),
    TRANSCRIPTION_BASE_URL: setting(
      'Base URL of an OpenAI-compatible server, for example https://api.openai.com/v1, ' +
        'https://api.groq.com/openai/v1 or http://localhost:8000/v1.',
      url.optional(),
    ),
    TRANSCRIPTION_API_KEY: setting('API key of that server, if it requires one.', text.optional()),
    TRANSCRIPTION_MODEL: setting(
      "Model on that server. Models that don't return timestamps, such as gpt-transcribe, are sent the audio split " +
        'at pauses.',
      text.default('gpt-transcribe'),
    ),
    TRANSCRIPTION_LANGUAGE: setting(
      'Language of the calls, for example en.',
      text.transform((value) => value.replaceAll('_', '-')).default('en'), // en_US is the same language as en-US
    ),
    TRANSCRIPTION_TIMEOUT_SECONDS: setting(
      'Maximum seconds to wait for a response from a remote recognizer.',
      wholeNumber(1, 3_600).default(600),
    ),
    DEEPGRAM_API_KEY: setting('Deepgram API key.', text.optional()),
    DEEPGRAM_BASE_URL: setting('Base URL of the Deepgram API.', url.default('https://api.deepgram.com')),
    DEEPGRAM_MODEL: setting('Deepgram model.', text.default('nova-3')),
    MODELS: setting(
      'Whether `npm start` and the models service in docker-compose.yml download a recognizer and a language model ' +
        'that fit the machine, unless other engines are set: auto or off. `npm start` remembers MODELS=off.',
      z.enum(['auto', 'off']).default('auto'),
    ),
    MODELS_DIR: setting(
      'Folder for local models installed by `npm run models`. Workers pick up a new model within seconds.',
      text.default('.data/models'),
    ),
    SHERPA_MODEL_DIR: setting(
      'Folder with another sherpa-onnx model (Parakeet, Cohere Transcribe, Qwen3-ASR, Whisper, Zipformer or ' +
        'Moonshine), used instead of the installed models.',
      text.optional(),
    ),
  }),
  ...group('Analysis', {
    ANALYSIS_ENGINE: setting(
      'Analysis engine. auto picks llm (one language model for labels and summaries) if it is configured; ' +
        'otherwise the built-in judge labels calls, and an installed language model, if any, writes summaries. ' +
        'local: only the built-in judge. writer: the built-in judge labels calls immediately, and the language model ' +
        'only writes summaries, which may take longer.',
      z.enum(['auto', 'llm', 'writer', 'local']).default('auto'),
    ),
    ANALYSIS_BASE_URL: setting(
      'Base URL of an OpenAI-compatible chat server, for example https://api.openai.com/v1.',
      url.optional(),
    ),
    ANALYSIS_API_KEY: setting('API key of that server, if it requires one.', text.optional()),
    ANALYSIS_MODEL: setting('Model on that server.', text.default('gpt-6-luna')),
    ANALYSIS_TIMEOUT_SECONDS: setting('Maximum seconds to wait for a response.', wholeNumber(1, 600).default(120)),
  }),
} as const satisfies Record<string, Setting>;

export type Config = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };

/** A worker's settings: everything except the API's secrets. */
export type WorkerConfig = Omit<Config, (typeof API_SECRETS)[number]>;
