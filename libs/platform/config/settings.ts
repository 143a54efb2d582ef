import { z } from 'zod';

import { isDkimKey, pemText } from './dkim-key';

/** One environment variable: its description and how its text is parsed. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  /** Printed into `.env.example`. */
  doc: string;
  schema: T;
  /** Heading in `.env.example`. */
  group: string;
}

const setting = <T extends z.ZodType>(group: string, doc: string, schema: T): Setting<T> => ({ group, doc, schema });

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https?$/ });
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const key32 = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, 'must be 32 bytes in base64');
const earlierKeys = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((key) => key.trim())
      .filter(Boolean),
  )
  .pipe(z.array(key32));
/** Days; 0 keeps forever. */
const days = (min: number) =>
  wholeNumber(0, 36_500)
    .refine((value) => value === 0 || value >= min, `must be 0 or at least ${min}`)
    .default(0);
const domains = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((domain) => domain.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'must be domains such as logic.azure.us')).min(1));
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Placeholder until `SUPPORT_EMAIL` is set; no email can arrive there. */
export const PLACEHOLDER_SUPPORT_EMAIL = 'support@ringwell.local';

/** Every setting of the product. Keys are the names of the environment variables. */
export const SETTINGS = {
  PRODUCT_NAME: setting('Product', 'The name people see.', text.default('Ringwell')),
  SUPPORT_EMAIL: setting(
    'Product',
    'Where people reach you; messages of the contact form are mailed there. Must be set when SMTP_URL is.',
    z.email().default(PLACEHOLDER_SUPPORT_EMAIL),
  ),
  SUPPORT_PHONE: setting('Product', 'The number shown beside it.', text.default('(555) 010-0199')),
  PRIVACY_URL: setting('Product', 'Address of your privacy policy.', url.optional()),
  TERMS_URL: setting('Product', 'Address of your terms of service.', url.optional()),
  NODE_ENV: setting(
    'Product',
    'Set to production on a server: the keys below must then be set by you.',
    z.enum(['development', 'test', 'production']).default('development'),
  ),
  LOG_LEVEL: setting(
    'Product',
    'How much is logged.',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  ),

  PORT: setting('HTTP', 'Port of the API and the web app. 0 takes any free one.', wholeNumber(0, 65_535).default(3000)),
  PUBLIC_URL: setting(
    'HTTP',
    'Where people reach the product, for links, for example https://calls.example.com. ' +
      'Unset, links lead to http://localhost. Must be set in production when SMTP_URL or STRIPE_SECRET_KEY is.',
    url.optional(),
  ),
  WEB_DIR: setting('HTTP', 'Folder with the built web app.', text.default('web/dist')),
  TRUST_PROXY: setting(
    'HTTP',
    "How many proxies of yours stand in front. Their word about the client's address is believed; 0 believes nobody.",
    wholeNumber(0, 10).default(0),
  ),
  RATE_LIMIT_PER_ADDRESS: setting(
    'HTTP',
    'Requests a minute that one address may make; sign-in, contact form and demo have tighter limits of their own.',
    wholeNumber(1, 1_000_000).default(1_200),
  ),
  RATE_LIMIT_PER_ACCOUNT: setting(
    'HTTP',
    'Requests a minute that one account may make, whatever its addresses.',
    wholeNumber(1, 1_000_000).default(2_400),
  ),
  RATE_LIMIT_TIGHT_FACTOR: setting(
    'HTTP',
    'Multiplies the tighter limits of sign-in, contact form, demo, checkout and public routes. Raise it when many people share one address.',
    wholeNumber(1, 100_000).default(1),
  ),
  METRICS_PORT: setting(
    'HTTP',
    "Port of the API's Prometheus metrics at /metrics; 0 switches them off. Keep it inside your network.",
    wholeNumber(0, 65_535).default(0),
  ),
  WORKER_METRICS_PORT: setting('HTTP', 'The same for a worker.', wholeNumber(0, 65_535).default(0)),

  DATABASE_URL: setting(
    'Stores',
    'PostgreSQL, for example postgres://user:password@host:5432/ringwell. `npm start` brings its own when unset.',
    z.url({ protocol: /^postgres(ql)?$/ }),
  ),
  DATABASE_POOL_SIZE: setting(
    'Stores',
    'Connections each process keeps to PostgreSQL.',
    wholeNumber(2, 200).default(10),
  ),
  REDIS_URL: setting(
    'Stores',
    'Redis, for example redis://:password@host:6379. `npm start` brings its own when unset.',
    z.url({ protocol: /^rediss?$/ }),
  ),
  QUEUE_PREFIX: setting(
    'Stores',
    'Prefix of our keys in Redis.',
    z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .default('ringwell'),
  ),

  STORAGE_DIR: setting(
    'Recordings',
    'Folder that holds the recordings, shared by api and workers. Unused when S3_BUCKET is set.',
    text.default('.data/recordings'),
  ),
  S3_BUCKET: setting(
    'Recordings',
    'Bucket of an S3-compatible store that holds the recordings instead of STORAGE_DIR.',
    text.optional(),
  ),
  S3_REGION: setting('Recordings', 'Region of the bucket.', text.default('us-east-1')),
  S3_ENDPOINT: setting(
    'Recordings',
    'Address of the store when it is not AWS, for example http://minio:9000.',
    url.optional(),
  ),
  S3_ACCESS_KEY_ID: setting(
    'Recordings',
    'Credentials; unset, the AWS SDK looks in its usual places.',
    text.optional(),
  ),
  S3_SECRET_ACCESS_KEY: setting('Recordings', 'See S3_ACCESS_KEY_ID.', text.optional()),
  S3_FORCE_PATH_STYLE: setting(
    'Recordings',
    'true for stores that want the bucket in the path, such as MinIO.',
    flag.default(false),
  ),
  MAX_RECORDING_HOURS: setting('Recordings', 'Longer recordings are refused.', wholeNumber(1, 24).default(4)),

  RECORDINGS_RETENTION_DAYS: setting(
    'Retention',
    'Recordings of calls that were handed in longer ago are deleted. 0 keeps them, here and below.',
    days(1),
  ),
  TRANSCRIPTS_RETENTION_DAYS: setting(
    'Retention',
    'The same for transcripts and quotes from them; summary and label stay.',
    days(1),
  ),
  ACTIVITY_RETENTION_DAYS: setting(
    'Retention',
    "The same for entries of the activity log; at least 30, as sign-in knows people's networks by them.",
    days(30),
  ),
  MESSAGES_RETENTION_DAYS: setting(
    'Retention',
    'The same for mails that were sent or given up, and for the record of every try to send a message.',
    days(1),
  ),

  SECRETS_KEY: setting(
    'Keys',
    'Seals stored secrets: 32 bytes in base64 (openssl rand -base64 32). `npm start` makes one outside production.',
    key32,
  ),
  SECRETS_KEY_PREVIOUS: setting(
    'Keys',
    'Earlier values of SECRETS_KEY, separated by commas: they still open what was sealed with them. After `npm run rotate-secrets`, only links to unsubscribe in earlier mails need them.',
    earlierKeys,
  ),
  SESSION_KEY: setting('Keys', 'Signs sessions: 32 bytes in base64. `npm start` makes one outside production.', key32),
  SESSION_KEY_PREVIOUS: setting(
    'Keys',
    'Earlier values of SESSION_KEY, separated by commas: who signed in under one stays signed in. A session lasts 30 days at most.',
    earlierKeys,
  ),
  ADMIN_EMAIL: setting(
    'Keys',
    'First administrator, made while there is none.',
    z.email().default('admin@ringwell.local'),
  ),
  ADMIN_PASSWORD: setting(
    'Keys',
    'Password of the first administrator, at least 6 characters; unset, one is made and shown once.',
    z.string().min(6).optional(),
  ),
  OIDC_ISSUER_URL: setting(
    'Sign-in',
    'OpenID Connect provider people sign in with, for example https://replit.com/oidc. Unset: e-mail and password only.',
    url.optional(),
  ),
  OIDC_CLIENT_ID: setting('Sign-in', 'Our id at the provider; for Replit the REPL_ID.', text.optional()),
  OIDC_CLIENT_SECRET: setting('Sign-in', 'Our secret there; unset for a public client.', text.optional()),
  OIDC_SCOPES: setting('Sign-in', 'What is asked for.', text.default('openid email profile')),
  OIDC_PROMPT: setting(
    'Sign-in',
    'The prompt parameter, for example login consent; unset leaves it to the provider.',
    text.optional(),
  ),
  AUTH_PROVIDER_NAME: setting(
    'Sign-in',
    "Name on the sign-in button; unset: Replit for Replit's issuer, the issuer's host for others, email without a provider.",
    text.optional(),
  ),

  SMTP_URL: setting(
    'Mail',
    'Mail server, for example smtps://user:password@smtp.example.com. Unset: no mail is sent.',
    z.url({ protocol: /^smtps?$/ }).optional(),
  ),
  MAIL_FROM: setting(
    'Mail',
    'Sender of mails, for example Ringwell <calls@example.com>. Must be set when SMTP_URL is.',
    text.optional(),
  ),
  DKIM_DOMAIN: setting(
    'Mail',
    'Domain that signs mails (DKIM), which should be that of MAIL_FROM. Set all three of DKIM, or none when the mail server signs.',
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as example.com')
      .optional(),
  ),
  DKIM_SELECTOR: setting(
    'Mail',
    'Names the key: its public half stands in the TXT record <selector>._domainkey.<domain>.',
    z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a name such as ringwell')
      .optional(),
  ),
  DKIM_PRIVATE_KEY: setting(
    'Mail',
    'The key itself: RSA, in PEM, on one line with \\n for each line end (openssl genrsa 2048).',
    text.transform(pemText).refine(isDkimKey, 'must be an RSA private key in PEM, without a passphrase').optional(),
  ),

  STRIPE_SECRET_KEY: setting(
    'Payments',
    'Stripe; unset, nothing can be bought and nothing needs to be.',
    text.optional(),
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    'Payments',
    'Proves that events come from Stripe: the signing secret of the webhook endpoint, which `npm run stripe:setup` makes and shows. While it is replaced, the new and the old one, separated by commas.',
    list,
  ),
  STRIPE_BASE_URL: setting('Payments', 'Address of Stripe.', url.default('https://api.stripe.com')),

  SLACK_API_URL: setting('Team chat', "Address of Slack's Web API.", url.default('https://slack.com/api/')),
  TEAMS_WEBHOOK_HOSTS: setting(
    'Team chat',
    'Domains, separated by commas, below which Teams workflows run. Add those of a national cloud, such as logic.azure.us.',
    domains.default(['api.powerplatform.com', 'logic.azure.com', 'powerautomate.com', 'flow.microsoft.com']),
  ),

  SERVICETITAN_APP_KEY: setting(
    'ServiceTitan',
    "Key of your app in ServiceTitan's developer portal. Unset: no notes are written and no calls are fetched.",
    text.optional(),
  ),
  SERVICETITAN_API_URL: setting('ServiceTitan', 'Address of its API.', url.default('https://api.servicetitan.io')),
  SERVICETITAN_AUTH_URL: setting(
    'ServiceTitan',
    'Address where accounts sign in to it.',
    url.default('https://auth.servicetitan.io'),
  ),
  SERVICETITAN_INTEGRATION_API_URL: setting(
    'ServiceTitan',
    'The same two for accounts that use the integration environment.',
    url.default('https://api-integration.servicetitan.io'),
  ),
  SERVICETITAN_INTEGRATION_AUTH_URL: setting(
    'ServiceTitan',
    'See SERVICETITAN_INTEGRATION_API_URL.',
    url.default('https://auth-integration.servicetitan.io'),
  ),
  SERVICETITAN_POLL_SECONDS: setting(
    'ServiceTitan',
    'Seconds between two looks for new calls of an account that has them fetched.',
    wholeNumber(1, 86_400).default(300),
  ),

  OUTBOUND_ALLOW: setting(
    'Outbound',
    'Targets of yours, as host:port or CIDR, separated by commas. Recording links, callbacks and webhooks may reach them although they are private or without https, any webhook may be there, and so may an issuer without https. Empty: none.',
    z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      ),
  ),

  WORK_DIR: setting(
    'Work',
    'Folder of this machine where a worker unpacks recordings; private to its user and not shared with other machines.',
    text.default('.data/work'),
  ),
  WORKER_SLOTS: setting(
    'Work',
    'Calls a worker runs at once. Unset: its cores with a recognizer on this machine, 20 with a remote one.',
    wholeNumber(1, 500).optional(),
  ),

  TRANSCRIPTION_ENGINE: setting(
    'Transcription',
    'auto takes the first of openai, deepgram and sherpa that is set up, else pocketsphinx, the built-in basic recognizer.',
    z.enum(['auto', 'openai', 'deepgram', 'sherpa', 'pocketsphinx']).default('auto'),
  ),
  TRANSCRIPTION_BASE_URL: setting(
    'Transcription',
    'OpenAI-style server, for example https://api.openai.com/v1, https://api.groq.com/openai/v1 or http://localhost:8000/v1.',
    url.optional(),
  ),
  TRANSCRIPTION_API_KEY: setting('Transcription', 'Its key, when it wants one.', text.optional()),
  TRANSCRIPTION_MODEL: setting('Transcription', 'Its model.', text.default('whisper-1')),
  TRANSCRIPTION_LANGUAGE: setting('Transcription', 'Language of the calls.', text.default('en')),
  TRANSCRIPTION_TIMEOUT_SECONDS: setting(
    'Transcription',
    'Longest wait for one answer of a remote engine.',
    wholeNumber(1, 3_600).default(600),
  ),
  DEEPGRAM_API_KEY: setting('Transcription', 'Deepgram.', text.optional()),
  DEEPGRAM_BASE_URL: setting('Transcription', 'Address of Deepgram.', url.default('https://api.deepgram.com')),
  DEEPGRAM_MODEL: setting('Transcription', 'Model of Deepgram.', text.default('nova-3')),
  SHERPA_MODEL_DIR: setting(
    'Transcription',
    'Folder with a sherpa-onnx model (Whisper, Parakeet, Zipformer or Moonshine) for neural recognition on this machine.',
    text.optional(),
  ),

  ANALYSIS_ENGINE: setting(
    'Analysis',
    'auto takes llm when it is set up, else local, the built-in analyst.',
    z.enum(['auto', 'llm', 'local']).default('auto'),
  ),
  ANALYSIS_BASE_URL: setting(
    'Analysis',
    'OpenAI-compatible chat server, for example https://api.openai.com/v1.',
    url.optional(),
  ),
  ANALYSIS_API_KEY: setting('Analysis', 'Its key, when it wants one.', text.optional()),
  ANALYSIS_MODEL: setting('Analysis', 'Its model.', text.default('gpt-4o-mini')),
  ANALYSIS_TIMEOUT_SECONDS: setting('Analysis', 'Longest wait for one answer.', wholeNumber(1, 600).default(120)),
} as const satisfies Record<string, Setting>;

/** The parsed settings. Keys are the names of the environment variables. */
export type Config = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };
