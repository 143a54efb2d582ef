// The product's role in the embedded PostgreSQL. The role owns the database but isn't a superuser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { errorCode } from '../errors.mjs';
import { ROOT } from '../paths.mjs';
import { postgresUrl, SUPERUSER } from './postgres.mjs';

/** Name of the product's role, as in product-role.sql. */
const PRODUCT_ROLE = 'ringwell';
/** Temporary role that renames the superuser, because a session can't rename its own user. */
const SETUP_ROLE = 'ringwell_setup';
const STATEMENTS_FILE = join(ROOT, 'scripts/lib/databases/product-role.sql');
const INVALID_PASSWORD = '28P01'; // PostgreSQL also reports this code for a missing role

/**
 * @typedef {object} Credentials
 * @property {number} port
 * @property {string} password of the product's role
 * @property {string} superuserPassword
 */

/**
 * Creates the database unless it exists, and makes the product's role the owner of it and all of its contents. In
 * earlier versions, the product's role was the superuser.
 * @param {string} database a valid identifier
 * @param {Credentials} credentials
 * @returns {Promise<string>} the URL for the product
 */
export async function ensureProductDatabase(database, { port, password, superuserPassword }) {
  /** @type {typeof import('pg')} */
  const { Client, escapeLiteral } = createRequire(join(ROOT, 'package.json'))('pg');
  const url = postgresUrl(PRODUCT_ROLE, password, port, database);
  /**
   * @param {string} user @param {string} secret @param {string} name @param {(client: import('pg').Client) => Promise<T>} work
   * @returns {Promise<T>} @template T
   */
  const withConnection = async (user, secret, name, work) => {
    const client = new Client({ connectionString: postgresUrl(user, secret, port, name) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const createDatabase = () =>
    withConnection(SUPERUSER, superuserPassword, 'postgres', async (client) => {
      await client.query(`drop role if exists ${SETUP_ROLE}`);
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
      if (rowCount === 0) await client.query(`create database "${database}"`);
    });
  const isProductSuperuser = () =>
    withConnection(PRODUCT_ROLE, password, 'postgres', async (client) => {
      const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
      return rows[0].rolsuper;
    });
  const renameSuperuser = async () => {
    const secret = escapeLiteral(superuserPassword);
    await withConnection(PRODUCT_ROLE, password, 'postgres', (client) =>
      client.query(`drop role if exists ${SETUP_ROLE}; create role ${SETUP_ROLE} superuser login password ${secret}`),
    );
    await withConnection(SETUP_ROLE, superuserPassword, 'postgres', (client) =>
      client.query(`alter role ${PRODUCT_ROLE} rename to ${SUPERUSER}; alter role ${SUPERUSER} password ${secret}`),
    );
  };
  try {
    await createDatabase();
  } catch (error) {
    if (errorCode(error) !== INVALID_PASSWORD) throw error;
    // A restored state.json may not contain the superuser's password, but in that case an earlier start has already
    // done everything.
    if (!(await isProductSuperuser())) return url;
    await renameSuperuser();
    await createDatabase();
  }
  await withConnection(SUPERUSER, superuserPassword, database, async (client) => {
    await client.query("select set_config('ringwell.product_password', $1, false)", [password]);
    await client.query(readFileSync(STATEMENTS_FILE, 'utf8'));
  });
  return url;
}
