import { Client } from 'pg';

import { endTests } from './end-of-tests';
import { testSettings } from './test-settings';

export default async function globalTeardown(): Promise<void> {
  await endTests();
  const { databaseUrl, template } = testSettings();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`drop database if exists ${template} with (force)`);
  await client.end();
}
