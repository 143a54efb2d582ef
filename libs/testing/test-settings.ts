/** The database servers for tests. `npm test` starts them and sets these. */
export interface TestSettings {
  /** A maintenance database, as the superuser. */
  databaseUrl: string;
  redisUrl: string;
  redisBinary: string;
  template: string;
}

/** High, because all tests send requests from one address. Tests of the limits set lower ones. */
export const NO_RATE_LIMITS = {
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_ACCOUNT: '1000000',
  RATE_LIMIT_TIGHT_FACTOR: '100000',
};

/** Most tests name addresses in the settings and expect emails there. */
export const NO_CONFIRMATION = { CONFIRM_ALERT_ADDRESSES: 'off' };

export function testSettings(): TestSettings {
  const read = (key: string): string => {
    const value = process.env[key];
    if (!value) throw new Error(`${key} is not set. Run these tests through npm: npm test -- <path of the test>`);
    return value;
  };
  return {
    databaseUrl: read('TEST_DATABASE_URL'),
    redisUrl: read('TEST_REDIS_URL'),
    redisBinary: read('TEST_REDIS_BINARY'),
    template: process.env['TEST_TEMPLATE'] ?? '',
  };
}

// Jest's worker processes inherit the variable.
export function setTemplate(template: string): void {
  process.env['TEST_TEMPLATE'] = template;
}

export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Name of the role that owns the tests' databases, like the product's own role: not a superuser. */
export const PRODUCT_ROLE = 'ringwell';

/** URL with which the product connects to a test database. */
export function productUrl(database: string): string {
  const url = new URL(urlOfDatabase(testSettings().databaseUrl, database));
  url.username = PRODUCT_ROLE;
  return url.toString();
}
