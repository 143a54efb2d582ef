import { relative, sep } from 'node:path';

import { API_SECRETS } from './api-secrets';
import { PLACEHOLDER_SUPPORT_EMAIL, SETTINGS, type Config, type WorkerConfig } from './environment-settings';
import { explainIssue } from './explain-issue';
import { isIssuerProtected } from './oidc-issuer';
import { isHttpsOrLocal, sendsLinksToOutsiders } from './public-url';

/** Some settings are missing or invalid. The message names each setting and its rule, never the value. */
export class ConfigError extends Error {
  constructor(readonly problems: { key: string; problem: string }[]) {
    super(`Invalid settings:\n${problems.map(({ key, problem }) => `  ${key}: ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

/**
 * Reads all API settings from the environment. An empty value is treated as unset.
 * @throws ConfigError that lists every problem
 */
export function loadConfig(environment: Environment = process.env): Config {
  return rejectConflicts(loadSettings(Object.keys(SETTINGS) as (keyof Config)[], environment));
}

/** Reads a worker's settings, which exclude the `API_SECRETS`. */
export function loadWorkerConfig(environment: Environment = process.env): WorkerConfig {
  const apiOnlyKeys: readonly string[] = API_SECRETS;
  const keys = Object.keys(SETTINGS).filter((key) => !apiOnlyKeys.includes(key)) as (keyof WorkerConfig)[];
  return rejectConflicts(loadSettings(keys, environment));
}

/** Reads a subset of the settings, for command-line programs. @throws ConfigError */
export function loadSettings<Key extends keyof Config>(
  keys: readonly Key[],
  environment: Environment = process.env,
): Pick<Config, Key> {
  const problems: ConfigError['problems'] = [];
  const config: Partial<Record<Key, unknown>> = {};
  for (const key of keys) {
    const result = SETTINGS[key].schema.safeParse(environment[key] || undefined, { error: explainIssue });
    if (result.success) config[key] = result.data;
    else
      problems.push({
        key,
        problem: environment[key] ? (result.error.issues[0]?.message ?? 'is invalid') : 'must be set',
      });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config as Pick<Config, Key>;
}

/** Returns the environment for child processes, without this process's keys and passwords. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C' };
}

function rejectConflicts<T extends WorkerConfig & Partial<Config>>(config: T): T {
  const problems = findConflicts(config);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function findConflicts(config: WorkerConfig & Partial<Config>): { key: string; problem: string }[] {
  const problems: { key: string; problem: string }[] = [];
  const reportIf = (isInvalid: boolean, key: keyof Config, problem: string) => {
    if (isInvalid) problems.push({ key, problem });
  };
  reportIf(
    config.TRANSCRIPTION_ENGINE === 'openai' && !config.TRANSCRIPTION_BASE_URL && !config.TRANSCRIPTION_API_KEY,
    'TRANSCRIPTION_API_KEY',
    'must be set (or TRANSCRIPTION_BASE_URL) when TRANSCRIPTION_ENGINE is openai',
  );
  reportIf(
    config.TRANSCRIPTION_ENGINE === 'deepgram' && !config.DEEPGRAM_API_KEY,
    'DEEPGRAM_API_KEY',
    'must be set when TRANSCRIPTION_ENGINE is deepgram',
  );
  reportIf(
    ['llm', 'writer'].includes(config.ANALYSIS_ENGINE) && !config.ANALYSIS_BASE_URL && !config.ANALYSIS_API_KEY,
    'ANALYSIS_API_KEY',
    'must be set (or ANALYSIS_BASE_URL) when ANALYSIS_ENGINE is llm or writer',
  );
  reportIf(
    config.OIDC_ISSUER_URL !== undefined && !isIssuerProtected(config.OIDC_ISSUER_URL, config.OUTBOUND_ALLOW),
    'OIDC_ISSUER_URL',
    'must start with https://; for a provider inside your network, add its host:port to OUTBOUND_ALLOW',
  );
  reportIf(
    Boolean(config.OIDC_ISSUER_URL) && !config.OIDC_CLIENT_ID,
    'OIDC_CLIENT_ID',
    'must be set when OIDC_ISSUER_URL is set',
  );
  reportIf(
    Boolean(config.OIDC_ISSUER_URL) && !config.PUBLIC_URL,
    'PUBLIC_URL',
    'must be set when OIDC_ISSUER_URL is set, because the provider redirects users to it',
  );
  reportIf(
    config.LOCAL_SIGN_IN === 'off' && !config.OIDC_ISSUER_URL,
    'LOCAL_SIGN_IN',
    'can only be off when OIDC_ISSUER_URL is set: otherwise no one could sign in',
  );
  reportIf(
    config.NODE_ENV === 'production' && !config.ALLOW_HTTP && !isHttpsOrLocal(config),
    'PUBLIC_URL',
    'must start with https:// in production, or passwords and recordings cross the network unencrypted; ALLOW_HTTP=true ' +
      'allows plain http',
  );
  reportIf(
    config.NODE_ENV === 'production' && config.ALLOW_HTTP && sendsLinksToOutsiders(config) && !config.PUBLIC_URL,
    'PUBLIC_URL',
    'must be set in production when SMTP_URL or STRIPE_SECRET_KEY is set, because emails and payment pages link to it',
  );
  reportIf(Boolean(config.SMTP_URL) && !config.MAIL_FROM, 'MAIL_FROM', 'must be set when SMTP_URL is set');
  reportIf(
    Boolean(config.SMTP_URL) && config.SUPPORT_EMAIL === PLACEHOLDER_SUPPORT_EMAIL,
    'SUPPORT_EMAIL',
    'must be set to an address that receives email when SMTP_URL is set',
  );
  reportIf(
    config.SESSION_KEY === config.SECRETS_KEY,
    'SESSION_KEY',
    'must differ from SECRETS_KEY: generate another key, and keep this one in SESSION_KEY_PREVIOUS so that existing sessions stay valid',
  );
  reportIf(
    Boolean(config.S3_ACCESS_KEY_ID) !== Boolean(config.S3_SECRET_ACCESS_KEY),
    'S3_ACCESS_KEY_ID',
    'must be set together with S3_SECRET_ACCESS_KEY',
  );
  reportIf(
    config.INBOX_S3_PREFIX !== undefined && (!config.S3_BUCKET || config.INBOX_DIR !== undefined),
    'INBOX_S3_PREFIX',
    'requires S3_BUCKET, and cannot be set together with INBOX_DIR',
  );
  reportIf(
    config.INBOX_DIR !== undefined && !config.S3_BUCKET && isProductFolder(config.STORAGE_DIR, config.INBOX_DIR),
    'INBOX_DIR',
    'must be a folder outside STORAGE_DIR/recordings and STORAGE_DIR/exports, where the product keeps its own files',
  );
  const dkimKeys = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'] as const;
  for (const key of dkimKeys)
    reportIf(
      !config[key] && dkimKeys.some((otherKey) => config[otherKey]),
      key,
      `must be set: set all of ${dkimKeys.join(', ')}, or none`,
    );
  return problems;
}

function isProductFolder(storage: string, path: string): boolean {
  return ['recordings', 'exports'].includes(relative(storage, path).split(sep)[0] ?? '');
}
