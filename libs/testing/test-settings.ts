/** The database servers for tests. Set by `npm test`, which starts them. */
export interface TestSettings {
  /** A maintenance database, as the superuser. */
  databaseUrl: string;
  redisUrl: string;
  redisBinary: string;
  template: string;
}

/** High, because all tests send requests from the same address. Tests of the limits set lower values. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_ACCOUNT: '1000000',
  RATE_LIMIT_TIGHT_FACTOR: '100000',
};

/** Most tests put addresses in the settings and expect emails there. */
export const NO_CONFIRMATION = { CONFIRM_ALERT_ADDRESSES: 'off' };

/** Lets the API send emails, which stay in the outbox until a worker runs. */
export const MAIL_SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'calls@example.com',
  SUPPORT_EMAIL: 'help@example.com',
};

export function testSettings(): TestSettings {
  const readSetting = (key: string): string => {
    const value = process.env[key];
    if (!value) throw new Error(`${key} is not set. Run these tests through npm: npm test -- <path of the test>`);
    return value;
  };
  return {
    databaseUrl: readSetting('TEST_DATABASE_URL'),
    redisUrl: readSetting('TEST_REDIS_URL'),
    redisBinary: readSetting('TEST_REDIS_BINARY'),
    template: process.env['TEST_TEMPLATE'] ?? '',
  };
}

// Jest's worker processes inherit the variable.
export function setTemplate(template: string): void {
  process.env['TEST_TEMPLATE'] = template;
}

export function replaceDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** The role that owns the test databases. Like the product's own role, it isn't a superuser. */
export const PRODUCT_ROLE = 'ringwell';

/** Returns the URL that the product uses to connect to a test database. */
export function getProductUrl(database: string): string {
  const url = new URL(replaceDatabase(testSettings().databaseUrl, database));
  url.username = PRODUCT_ROLE;
  return url.toString();
}
