import { z } from 'zod';

/** One setting: an environment variable, what it means, and how its text is read. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  /** For people who set it; printed into `.env.example`. */
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
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Every setting of the product. The environment variable has the same name as the key. */
export const SETTINGS = {
  PRODUCT_NAME: setting('Product', 'The name people see.', text.default('Ringwell')),
  NODE_ENV: setting('Product', 'Set to production on a server: the keys below must then be set by you.',
    z.enum(['development', 'test', 'production']).default('development')),
  LOG_LEVEL: setting('Product', 'How much is logged.', z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info')),

  PORT: setting('HTTP', 'Port of the API and the web app. 0 takes any free one.', wholeNumber(0, 65_535).default(3000)),
  PUBLIC_URL: setting('HTTP', 'Where people reach the product, for links, for example https://calls.example.com.', url.optional()),
  METRICS_PORT: setting('HTTP', 'Port of the API\'s Prometheus metrics at /metrics; 0 switches them off. Keep it inside your network.',
    wholeNumber(0, 65_535).default(0)),
  WORKER_METRICS_PORT: setting('HTTP', 'The same for a worker.', wholeNumber(0, 65_535).default(0)),

  DATABASE_URL: setting('Stores', 'PostgreSQL, for example postgres://user:password@host:5432/ringwell. `npm start` brings its own when unset.',
    z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: setting('Stores', 'Connections each process keeps to PostgreSQL.', wholeNumber(2, 200).default(10)),
  REDIS_URL: setting('Stores', 'Redis, for example redis://:password@host:6379. `npm start` brings its own when unset.',
    z.url({ protocol: /^rediss?$/ })),
  QUEUE_PREFIX: setting('Stores', 'Prefix of our keys in Redis.', z.string().regex(/^[a-z0-9-]+$/).default('ringwell')),

  STORAGE_DIR: setting('Recordings', 'Folder that holds the recordings, shared by api and workers. Unused when S3_BUCKET is set.',
    text.default('.data/recordings')),
  S3_BUCKET: setting('Recordings', 'Bucket of an S3-compatible store that holds the recordings instead of STORAGE_DIR.', text.optional()),
  S3_REGION: setting('Recordings', 'Region of the bucket.', text.default('us-east-1')),
  S3_ENDPOINT: setting('Recordings', 'Address of the store when it is not AWS, for example http://minio:9000.', url.optional()),
  S3_ACCESS_KEY_ID: setting('Recordings', 'Credentials; unset, the AWS SDK looks in its usual places.', text.optional()),
  S3_SECRET_ACCESS_KEY: setting('Recordings', 'See S3_ACCESS_KEY_ID.', text.optional()),
  S3_FORCE_PATH_STYLE: setting('Recordings', 'true for stores that want the bucket in the path, such as MinIO.', flag.default(false)),
  MAX_RECORDING_HOURS: setting('Recordings', 'Longer recordings are refused.', wholeNumber(1, 24).default(4)),

  SECRETS_KEY: setting('Keys', 'Seals stored secrets: 32 bytes in base64 (openssl rand -base64 32). `npm start` makes one outside production.',
    key32),
  SESSION_KEY: setting('Keys', 'Signs sessions: 32 bytes in base64. `npm start` makes one outside production.', key32),
  ADMIN_EMAIL: setting('Keys', 'First administrator, made while there is none.', z.email().default('admin@ringwell.local')),
  ADMIN_PASSWORD: setting('Keys', 'Password of the first administrator, at least 6 characters; unset, one is made and shown once.',
    z.string().min(6).optional()),
  OUTBOUND_ALLOW: setting('Keys', 'Private targets that recording links and callbacks may reach, as host:port or CIDR, separated by commas. Empty: none.',
    z.string().default('').transform((value) => value.split(',').map((entry) => entry.trim()).filter(Boolean))),

  WORKER_SLOTS: setting('Work', 'Calls a worker runs at once. Unset: its cores with a recogniser on this machine, 20 with a remote one.',
    wholeNumber(1, 500).optional()),

  TRANSCRIPTION_ENGINE: setting('Transcription', 'auto takes the first of openai, deepgram and sherpa that is set up, else pocketsphinx, the built-in basic recogniser.',
    z.enum(['auto', 'openai', 'deepgram', 'sherpa', 'pocketsphinx']).default('auto')),
  TRANSCRIPTION_BASE_URL: setting('Transcription', 'OpenAI-style server, for example https://api.openai.com/v1, https://api.groq.com/openai/v1 or http://localhost:8000/v1.',
    url.optional()),
  TRANSCRIPTION_API_KEY: setting('Transcription', 'Its key, when it wants one.', text.optional()),
  TRANSCRIPTION_MODEL: setting('Transcription', 'Its model.', text.default('whisper-1')),
  TRANSCRIPTION_LANGUAGE: setting('Transcription', 'Language of the calls.', text.default('en')),
  TRANSCRIPTION_TIMEOUT_SECONDS: setting('Transcription', 'Longest wait for one answer of a remote engine.', wholeNumber(1, 3_600).default(600)),
  DEEPGRAM_API_KEY: setting('Transcription', 'Deepgram.', text.optional()),
  DEEPGRAM_BASE_URL: setting('Transcription', 'Address of Deepgram.', url.default('https://api.deepgram.com')),
  DEEPGRAM_MODEL: setting('Transcription', 'Model of Deepgram.', text.default('nova-3')),
  SHERPA_MODEL_DIR: setting('Transcription', 'Folder with a sherpa-onnx model (Whisper, Parakeet, Zipformer or Moonshine) for neural recognition on this machine.',
    text.optional()),

  ANALYSIS_ENGINE: setting('Analysis', 'auto takes llm when it is set up, else local, the built-in analyst.',
    z.enum(['auto', 'llm', 'local']).default('auto')),
  ANALYSIS_BASE_URL: setting('Analysis', 'OpenAI-compatible chat server, for example https://api.openai.com/v1.', url.optional()),
  ANALYSIS_API_KEY: setting('Analysis', 'Its key, when it wants one.', text.optional()),
  ANALYSIS_MODEL: setting('Analysis', 'Its model.', text.default('gpt-4o-mini')),
  ANALYSIS_TIMEOUT_SECONDS: setting('Analysis', 'Longest wait for one answer.', wholeNumber(1, 600).default(120)),
} as const satisfies Record<string, Setting>;

/** The settings, read and checked. Keys are the names of the environment variables. */
export type Config = { readonly [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]['schema']> };
