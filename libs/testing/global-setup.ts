import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

import { migrate } from '@ringwell/database/migrate';

import { setTemplate, testSettings, urlOfDatabase } from './test-settings';

/** Runs once per test run: creates the migrated database that every suite clones. */
export default async function globalSetup(): Promise<void> {
  const template = `rw_template_${randomBytes(4).toString('hex')}`;
  const { databaseUrl } = testSettings();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(urlOfDatabase(databaseUrl, template));
  setTemplate(template);
}
