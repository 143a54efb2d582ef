import { once } from 'node:events';
import { createServer } from 'node:tls';

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

import { ConfigError } from '@ringwell/platform/config/load-config';
import { DedicatedRedis } from '@ringwell/testing/dedicated-redis';
import { listenLocally } from '@ringwell/testing/local-server';
import { createSelfSignedCertificate } from '@ringwell/testing/self-signed';

import { assertRedisUsable } from './check-redis';

const PERMISSIONS = ['~test:*', '&test:*', '+@all', '-@dangerous', '+info'];
const servers: DedicatedRedis[] = [];

async function startServer(settings: string[] = []): Promise<DedicatedRedis> {
  const server = await DedicatedRedis.start(settings);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function findProblemWith(url: string): Promise<string | undefined> {
  const error = await assertRedisUsable({ url }, 'test').catch((reason: unknown) => reason);
  expect(error === undefined || error instanceof ConfigError).toBe(true);
  return (error as ConfigError | undefined)?.message.replace('Invalid settings:\n  ', '');
}

describe('assertRedisUsable', () => {
  it("accepts a primary with replicas, and doesn't store anything in it permanently", async () => {
    const [primary, replica] = [await startServer(), await startServer()];
    await replica.replicate(primary);
    expect(await findProblemWith(primary.url)).toBeUndefined();
    expect(Number(await primary.command('PTTL', 'test:start'))).toBeLessThan(10_000);
  });

  it('accepts an unreachable server, because calls are accepted without Redis', async () => {
    const server = await startServer();
    await server.stop();
    expect(await findProblemWith(server.url)).toBeUndefined();
  });

  it('rejects a replica', async () => {
    const [primary, replica] = [await startServer(), await startServer()];
    await replica.replicate(primary);
    expect(await findProblemWith(replica.url)).toBe(
      'REDIS_URL: points to a replica, which is read-only; use the primary, or set REDIS_SENTINELS',
    );
  });

  it('rejects a cluster', async () => {
    const cluster = await startServer(['--cluster-enabled', 'yes']);
    expect(await findProblemWith(cluster.url)).toBe(
      'REDIS_URL: points to a cluster, which is not supported; use a single server, or a primary with replicas',
    );
  });

  it('rejects a wrong or missing password without quoting it', async () => {
    const server = await startServer(['--requirepass', 'correct']);
    const problem = 'REDIS_URL: contains a user or password that Redis rejects';
    expect(await findProblemWith(server.url.replace('//', '//:wrong@'))).toBe(problem);
    expect(await findProblemWith(server.url)).toBe(problem);
    expect(await findProblemWith(server.url.replace('//', '//:correct@'))).toBeUndefined();
  });

  it('rejects a server whose certificate is not trusted', async () => {
    const server = createServer(createSelfSignedCertificate()).on('tlsClientError', () => undefined);
    const port = await listenLocally(server);
    expect(await findProblemWith(`rediss://127.0.0.1:${port}`)).toBe(
      'REDIS_URL: points to a server whose certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); ' +
        'set NODE_EXTRA_CA_CERTS to its CA certificate file',
    );
    server.close();
  });

  it.each([
    ['cannot use INFO', ['~*', '&*', '+@all', '-info']],
    ['cannot run scripts', ['~*', '&*', '+@all', '-@scripting']],
    ['cannot write', ['~*', '&*', '+@all', '-@write']],
    ["cannot access the queues' keys", ['~other:*', '&*', '+@all']],
  ])('rejects a user who %s', async (_case, aclRules) => {
    const server = await startServer();
    await server.command('ACL', 'SETUSER', 'app', 'on', '>secret', ...aclRules);
    expect(await findProblemWith(server.url.replace('//', '//app:secret@'))).toBe(
      `REDIS_URL: contains a user without the permissions that queues need; grant ${PERMISSIONS.join(' ')}`,
    );
  });

  it('accepts a user with the permissions listed in the message, which are enough for queues', async () => {
    const server = await startServer();
    await server.command('ACL', 'SETUSER', 'app', 'on', '>secret', ...PERMISSIONS);
    const url = server.url.replace('//', '//app:secret@');
    expect(await findProblemWith(url)).toBeUndefined();
    const connection = new Redis(url, { maxRetriesPerRequest: null });
    const queue = new Queue('work', { connection, prefix: 'test' });
    const worker = new Worker('work', () => Promise.resolve('done'), { connection, prefix: 'test' });
    const completed = once(worker, 'completed');
    await queue.add('job', 1);
    expect((await completed)[1]).toBe('done');
    await worker.close();
    await queue.close();
    connection.disconnect();
  });
});
