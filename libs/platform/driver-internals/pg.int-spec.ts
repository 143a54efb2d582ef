import { Client } from 'pg';

import { assertDriverVersion } from '@ringwell/testing/driver-version';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { hasActiveQuery, getSocket } from './pg';

describe("pg's internals", () => {
  const database = useTestDatabase();

  it('were tested against the installed version', () => {
    assertDriverVersion('pg', '8.23.1', 'pg.ts');
  });

  it("include a connection's socket", async () => {
    const client = new Client(database.url);
    await client.connect();
    const closed = new Promise((resolve) => client.once('end', resolve));
    client.on('error', () => undefined);
    expect(getSocket(client).readyState).toBe('open');
    getSocket(client).destroy();
    await closed;
    await expect(client.query('select 1')).rejects.toThrow();
  });

  it('include the active query only while a statement is running', async () => {
    const client = new Client(database.url);
    await client.connect();
    expect(hasActiveQuery(client)).toBe(false);
    const runningQuery = client.query('select 1');
    expect(hasActiveQuery(client)).toBe(true);
    await runningQuery;
    expect(hasActiveQuery(client)).toBe(false);
    await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero');
    expect(hasActiveQuery(client)).toBe(false);
    await client.end();
  });

  it.each([
    ['client.connection.stream', getSocket],
    ['client._activeQuery', hasActiveQuery],
  ])('throw an error that names %s when it is missing', (field, readInternal: (client: Client) => unknown) => {
    expect(() => readInternal({} as Client)).toThrow(`The installed version of pg has no ${field}.`);
  });
});
