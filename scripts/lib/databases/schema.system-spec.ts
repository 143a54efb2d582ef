import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { undoMigrationsDownTo } from '@ringwell/database/migrate';
import { MIGRATIONS } from '@ringwell/database/migrations';
import { createTestDatabase } from '@ringwell/testing/test-database';
import { testSettings } from '@ringwell/testing/test-settings';

const MODULE_URL = pathToFileURL(resolve(__dirname, 'schema.mjs')).href;
const PROGRAM = `
  const { isSchemaCurrent } = await import('${MODULE_URL}');
  console.log(await isSchemaCurrent(process.argv[1]));`;

const checkSchema = (url: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, url], { encoding: 'utf8' }).trim();

it('reports whether migrations need to run', async () => {
  const database = await createTestDatabase();
  try {
    expect(checkSchema(database.url)).toBe('true');
    await undoMigrationsDownTo(database.url, MIGRATIONS[0]?.name ?? '');
    expect(checkSchema(database.url)).toBe('false');
    expect(checkSchema(testSettings().databaseUrl)).toBe('false'); // an empty database
    expect(checkSchema('postgres://nobody@127.0.0.1:9/none')).toBe('false');
  } finally {
    await database.drop();
  }
});
