import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Client } from 'pg';

import { migrate } from '@ringwell/database/migrate';
import { DedicatedPostgres } from '@ringwell/testing/dedicated-postgres';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { replaceDatabase } from '@ringwell/testing/test-settings';

const PASSWORD = 'product-password';
const SUPERUSER_PASSWORD = 'superuser-password';
const FOLDER = resolve(__dirname);
const PROGRAM = `
  const { ensureProductDatabase } = await import('${pathToFileURL(join(FOLDER, 'product-role.mjs')).href}');
  console.log(await ensureProductDatabase('ringwell', JSON.parse(process.argv[1])));`;

/** Stands in for psql, which may be missing. Runs -c and -f as one transaction each, and stops at the first error. */
const PSQL_STUB = `#!${process.execPath}
const { Client } = require('${resolve(__dirname, '../../../node_modules/pg')}');
const { values } = require('node:util').parseArgs({ options: {
  'no-psqlrc': { type: 'boolean' }, quiet: { type: 'boolean' }, set: { type: 'string' }, username: { type: 'string' },
  dbname: { type: 'string' }, command: { type: 'string', multiple: true, default: [] }, file: { type: 'string', multiple: true, default: [] },
} });
const client = new Client({ user: values.username, database: values.dbname });
const statements = [...values.command, ...values.file.map((file) => require('node:fs').readFileSync(file, 'utf8'))];
client.connect().then(async () => {
  for (const statement of statements) await client.query(statement);
  await client.end();
}).catch(({ message }) => { console.error(message); process.exit(2); });
`;

async function runQuery<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const findSuperusers = (url: string): Promise<{ name: string }[]> =>
  runQuery(url, 'select rolname as name from pg_roles where rolsuper');

describe("the product's role", () => {
  const folder = temporaryDirectory();
  let postgres: DedicatedPostgres;
  let superuserUrl: string;

  // The superuser has created the tables, as when a backup is restored.
  beforeEach(async () => {
    postgres = await DedicatedPostgres.start('postgres');
    await runQuery(postgres.url, 'create database ringwell');
    superuserUrl = replaceDatabase(postgres.url, 'ringwell');
    await migrate(superuserUrl);
    await runQuery(superuserUrl, `insert into users (email, is_active) values ('dana@reyes-hvac.example', true)`);
    await runQuery(superuserUrl, "copy (select 1) to program 'cat > /dev/null'");
  });
  afterEach(() => postgres.stop());

  const requirePasswords = async (): Promise<void> => {
    await runQuery(superuserUrl, `alter role postgres password '${SUPERUSER_PASSWORD}'`);
    await runQuery(
      superuserUrl,
      `do $$ begin
         execute format('copy (select ''host all all all scram-sha-256'') to %L', current_setting('hba_file'));
         perform pg_reload_conf();
       end $$`,
    );
  };

  const expectOnlyOwnership = async (url: string): Promise<void> => {
    for (const statement of [
      "copy (select 1) to program 'cat > /dev/null'",
      "select pg_read_file('postgresql.conf')",
      'create role another superuser',
      'create database another',
    ])
      await expect(runQuery(url, statement)).rejects.toMatchObject({ code: '42501' });
    expect(await runQuery(url, 'select email from users')).toEqual([{ email: 'dana@reyes-hvac.example' }]);
    expect(
      await runQuery(
        url,
        `select object.identity from pg_depend contained, pg_identify_object(contained.classid, contained.objid, 0) object
         where contained.refobjid = 'public'::regnamespace and contained.classid <> 'pg_extension'::regclass
           and not exists (select from pg_depend part where part.objid = contained.objid and part.deptype = 'e')
           and not exists (
             select from pg_shdepend owned where owned.objid = contained.objid and owned.refobjid = 'ringwell'::regrole
           )`,
      ),
    ).toEqual([]);
  };

  it('owns the database of npm start, and has no other privileges', async () => {
    await requirePasswords();
    const { port } = new URL(postgres.url);
    const ensureRole = (): string => {
      const credentials = JSON.stringify({ port, password: PASSWORD, superuserPassword: SUPERUSER_PASSWORD });
      return execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, credentials], {
        encoding: 'utf8',
      }).trim();
    };
    const url = ensureRole();
    expect(new URL(url).username).toBe('ringwell');
    await expectOnlyOwnership(url);
    expect(ensureRole()).toBe(url); // every start repeats this
    const superuser = Object.assign(new URL(url), { username: 'postgres', password: SUPERUSER_PASSWORD }).toString();
    expect(await findSuperusers(superuser)).toEqual([{ name: 'postgres' }]);
  });

  it('owns the database of a container, whose superuser cannot sign in over the network', async () => {
    writeFileSync(join(folder, 'psql'), PSQL_STUB, { mode: 0o755 });
    const { hostname, port } = new URL(postgres.url);
    const env = {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      PGHOST: hostname, // a container uses the socket
      PGPORT: port,
      POSTGRES_PASSWORD: PASSWORD,
    };
    const runScript = (): string => execFileSync('sh', [join(FOLDER, 'product-role.sh')], { env, encoding: 'utf8' });
    runScript();
    await expectOnlyOwnership(Object.assign(new URL(superuserUrl), { username: 'ringwell' }).toString());
    runScript();
    expect(await findSuperusers(superuserUrl)).toEqual([{ name: 'postgres' }]);
    expect(
      await runQuery(
        superuserUrl,
        'select rolname as name, rolpassword is null as "hasNoPassword" from pg_authid where rolcanlogin',
      ),
    ).toEqual([
      { name: 'postgres', hasNoPassword: true },
      { name: 'ringwell', hasNoPassword: false },
    ]);
  });
});
