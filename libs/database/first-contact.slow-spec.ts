import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { listenLocally } from '@ringwell/testing/local-server';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';
import { runAsSuperuser, useTestDatabase } from '@ringwell/testing/test-database';
import { testSettings, replaceDatabase } from '@ringwell/testing/test-settings';

import { createDataSource, openDatabase } from './data-source';
import { explainFailure } from './explain-failure';
import { migrate } from './migrate';

const database = useTestDatabase();
let name: string;
let server: Server | undefined;
const sockets: Socket[] = [];

beforeAll(async () => {
  [{ name }] = await database.query<[{ name: string }]>('select current_database() as name');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

const explainRejection = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'It should have failed.',
    (error: unknown) => explainFailure(error),
  );

/** Runs work with a new database, which is dropped afterward. @param options options for `create database` */
async function withDatabase(
  options: string,
  work: (url: string, databaseName: string) => Promise<void>,
): Promise<void> {
  const databaseName = `${name}_other`;
  await runAsSuperuser(`create database ${databaseName} ${options}`);
  try {
    await work(replaceDatabase(testSettings().databaseUrl, databaseName), databaseName);
  } finally {
    await runAsSuperuser(`drop database ${databaseName} with (force)`);
  }
}

const connect = (url: string): Promise<unknown> =>
  openDatabase({ url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 30_000 });

describe('connecting to PostgreSQL for the first time', () => {
  it('asks for another owner when the user may not create tables', async () => {
    await withDatabase('', async (url, databaseName) => {
      const user = `${name}_user`;
      await runAsSuperuser(`create role ${user} login password 'secret'`);
      const userUrl = new URL(url);
      [userUrl.username, userUrl.password] = [user, 'secret'];
      try {
        expect(await explainRejection(migrate(userUrl.toString()))).toBe(
          'PostgreSQL reports: permission denied for schema public. ' +
            'Make the user in DATABASE_URL the owner of the database: alter database NAME owner to USER.',
        );
        await runAsSuperuser(`alter database ${databaseName} owner to ${user}`);
        expect((await migrate(userUrl.toString())).length).toBeGreaterThan(0);
      } finally {
        await runAsSuperuser(`alter database ${databaseName} owner to current_user`);
        const admin = createDataSource({ url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 30_000 });
        await admin.initialize();
        await admin.query(`drop owned by ${user}`);
        await admin.destroy();
        await runAsSuperuser(`drop role ${user}`);
      }
    });
  });

  it('asks for another database when the encoding cannot store some names', async () => {
    await withDatabase(`encoding 'LATIN1' template template0 locale 'C'`, async (url) => {
      const expectedMessage =
        'Invalid settings:\n  DATABASE_URL: points to a database with the encoding LATIN1; ' +
        `create another one: create database NAME encoding 'UTF8' template template0`;
      expect(await explainRejection(migrate(url))).toBe(expectedMessage);
      expect(await explainRejection(connect(url))).toBe(expectedMessage);
    });
  });

  it('asks for the primary when the database is read-only', async () => {
    await withDatabase('', async (url, databaseName) => {
      await runAsSuperuser(`alter database ${databaseName} set default_transaction_read_only = on`);
      const expectedMessage =
        'Invalid settings:\n  DATABASE_URL: points to a standby or a read-only database; use a database on the primary that accepts writes';
      expect(await explainRejection(migrate(url))).toBe(expectedMessage);
      expect(await explainRejection(connect(url))).toBe(expectedMessage);
    });
  });

  it('asks for a migration when the database is new', async () => {
    await withDatabase('', async (url) => {
      const emptyDatabase = createDataSource({ url, poolSize: 1, applicationName: 'test', statementTimeoutMs: 30_000 });
      await emptyDatabase.initialize();
      expect(await explainRejection(emptyDatabase.query('select from calls'))).toBe(
        'PostgreSQL reports: relation "calls" does not exist. Run "npm run migrate" first.',
      );
      await emptyDatabase.destroy();
    });
  });

  it('explains what to do about a wrong password, user or database', async () => {
    for (const part of ['password', 'username', 'pathname'] as const) {
      const url = new URL(database.url);
      url[part] = `${part === 'pathname' ? '/' : ''}wrong`;
      expect(await explainRejection(migrate(url.toString()))).toMatch(
        /^PostgreSQL refused the connection: .*\. Check DATABASE_URL\.$/,
      );
    }
  });

  /** A server with a custom response to the client's first message, which requests TLS or names the user. */
  async function startServer(onConnection: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).once('data', () => onConnection(socket));
    });
    return `postgres://app:secret@127.0.0.1:${await listenLocally(server)}/calls`;
  }

  it("explains how to trust a private authority's certificate", async () => {
    const certificate = createSelfSignedCertificate();
    const url = await startServer((socket) => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined);
    });
    expect(await explainRejection(migrate(`${url}?sslmode=require`))).toBe(
      "PostgreSQL's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Add sslrootcert=/path/to/ca.pem to " +
        'DATABASE_URL, or sslmode=no-verify on a network that you trust.',
    );
  });

  it('explains that the server does not use TLS', async () => {
    const url = await startServer((socket) => socket.end('N'));
    expect(await explainRejection(migrate(`${url}?sslmode=require`))).toBe(
      'PostgreSQL has TLS turned off. Turn it on, or remove sslmode from DATABASE_URL.',
    );
  });

  it('asks for a password when DATABASE_URL does not contain one', async () => {
    const sendSaslRequest = (socket: Socket, step: number, data: string): boolean =>
      socket.write(Buffer.concat([Buffer.from([0x52, 0, 0, 0, data.length + 8, 0, 0, 0, step]), Buffer.from(data)]));
    const url = await startServer((socket) => {
      socket.once('data', () => sendSaslRequest(socket, 11, 'r=nonce,s=c2FsdA==,i=4096'));
      sendSaslRequest(socket, 10, 'SCRAM-SHA-256\0\0');
    });
    expect(await explainRejection(migrate(url.replace(':secret', '')))).toBe(
      'PostgreSQL requires a password. Add it to DATABASE_URL.',
    );
  });
});
