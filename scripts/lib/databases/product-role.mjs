// The product's role in the embedded PostgreSQL. The role owns the database but isn't a superuser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ROOT } from '../paths.mjs';
import { postgresUrl, SUPERUSER } from './postgres.mjs';

/** Name of the product's role, as in product-role.sql. */
const PRODUCT_ROLE = 'ringwell';
const STATEMENTS_FILE = join(ROOT, 'scripts/lib/databases/product-role.sql');

/**
 * @typedef {object} Credentials
 * @property {number} port
 * @property {string} password of the product's role
 * @property {string} superuserPassword
 */

/**
 * Creates the database unless it exists, and makes the product's role the owner of it and all of its contents.
 * @param {string} database a valid identifier
 * @param {Credentials} credentials
 * @returns {Promise<string>} the URL for the product
 */
export async function ensureProductDatabase(database, { port, password, superuserPassword }) {
  /** @type {typeof import('pg')} */
  const { Client } = createRequire(join(ROOT, 'package.json'))('pg');
  /** @param {string} name @param {(client: import('pg').Client) => Promise<void>} work */
  const withConnection = async (name, work) => {
    const client = new Client({ connectionString: postgresUrl(SUPERUSER, superuserPassword, port, name) });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  await withConnection('postgres', async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database "${database}"`);
  });
  await withConnection(database, async (client) => {
    await client.query("select set_config('ringwell.product_password', $1, false)", [password]);
    await client.query(readFileSync(STATEMENTS_FILE, 'utf8'));
  });
  return postgresUrl(PRODUCT_ROLE, password, port, database);
}
