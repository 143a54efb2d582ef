import { readFileSync } from 'node:fs';

import { createLogger } from '@ringwell/platform/logging/create-logger';
import { useTestDatabase } from '@ringwell/testing/test-database';

const SETTINGS = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

describe("the database's logs", () => {
  const database = useTestDatabase();

  it('omit statement errors, details and parameters, including with Docker Compose', async () => {
    const rows = await database.query<{ name: string; setting: string }[]>(
      'select name, setting from pg_settings where name = any($1)',
      [Object.keys(SETTINGS)],
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(SETTINGS);
    const compose = readFileSync('docker-compose.yml', 'utf8');
    for (const [name, value] of Object.entries(SETTINGS)) expect(compose).toContain(`${name}=${value}`);
  });

  it.each([
    ['a data exception', 'select $1::uuid'],
    ['a violated constraint', `insert into kept values ($1), ($1)`],
  ])("and the product's own logs omit values after %s", async (_case, statement) => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'api', level: 'debug', output: { write: (line) => lines.push(line) } });
    await database.query('create table if not exists kept (email text primary key)');
    const err: unknown = await database.query(statement, ['hidden@example.com']).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(String(err)).not.toBe('undefined');
    logger.error({ err }, 'database: statement failed');
    expect(lines.join('')).toMatch(/"code":"2(2P02|3505)"/);
    expect(lines.join('')).not.toContain('hidden');
  });
});
