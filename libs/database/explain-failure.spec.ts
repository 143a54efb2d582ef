import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

import { API_LISTEN_SETTINGS, explainFailure, WORKER_LISTEN_SETTINGS } from './explain-failure';

describe('explainFailure', () => {
  const makeQueryError = (code: string, message: string): QueryFailedError =>
    new QueryFailedError('create index', [], Object.assign(new DatabaseError(message, 0, 'error'), { code }));

  it.each([
    ['53100', 'could not extend file "base/16384/2619": No space left on device'],
    ['53300', 'sorry, too many clients already'],
    ['57014', 'canceling statement due to user request'],
  ])("repeats PostgreSQL's own message: %s", (code, message) => {
    expect(explainFailure(makeQueryError(code, message))).toBe(`PostgreSQL reports: ${message}`);
  });

  it.each([
    ['57P03', 'the database system is starting up'],
    ['08006', 'connection failure'],
  ])('reports that there is no connection: %s', (code, message) => {
    expect(explainFailure(makeQueryError(code, message))).toBe(
      "Couldn't connect to PostgreSQL. Start it, or check DATABASE_URL.",
    );
  });

  it.each([
    [API_LISTEN_SETTINGS, 'PORT or METRICS_PORT'],
    [WORKER_LISTEN_SETTINGS, 'WORKER_METRICS_PORT'],
  ])('names the settings to change when another process uses the port', async (listenSettings, settings) => {
    const otherServer = createServer().listen(0);
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    const [error] = (await once(createServer().listen(port), 'error')) as [Error];
    otherServer.close();
    expect(explainFailure(error, listenSettings)).toBe(
      `Port ${port} is already in use. Stop the process using it, or set ${settings}.`,
    );
  });

  it('names the settings to change when the address is not on this machine', async () => {
    const listening = once(createServer().listen(0, '192.0.2.1'), 'listening');
    await expect(listening.catch(explainFailure)).resolves.toBe(
      'This machine has no address 192.0.2.1. Check HOST and METRICS_HOST.',
    );
  });

  it('includes the stack trace when the product has a bug', () => {
    expect(explainFailure(makeQueryError('42601', 'syntax error'))).toContain('syntax error\n    at ');
  });
});
