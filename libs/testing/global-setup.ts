import { randomBytes } from 'node:crypto';

import { Client, escapeLiteral } from 'pg';

import { migrate } from '@ringwell/database/migrate';

import { PRODUCT_ROLE, getProductUrl, setTemplate, testSettings } from './test-settings';

/** Runs once per test run: creates the migrated database that every suite clones. */
export default async function globalSetup(): Promise<void> {
  const template = `rw_template_${randomBytes(4).toString('hex')}`;
  const { databaseUrl } = testSettings();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [PRODUCT_ROLE]);
  if (rowCount === 0)
    await client.query(`create role ${PRODUCT_ROLE} login password ${escapeLiteral(new URL(databaseUrl).password)}`);
  await client.query(`create database ${template} owner ${PRODUCT_ROLE}`);
  await client.end();
  await migrate(getProductUrl(template));
  setTemplate(template);
}
