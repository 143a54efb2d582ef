import { createServer, type Server, type Socket } from 'node:net';

import type { Redis } from 'ioredis';

import { listenLocally } from '@ringwell/testing/local-server';

import { createLogger } from '../logging/create-logger';
import { createRedis, reconnectDelayMs, type RedisPurpose } from './create-redis';

let lines: string[];
let redis: Redis | undefined;
let server: Server | undefined;

const connect = (port: number, purpose: RedisPurpose): Redis => {
  const logger = createLogger({
    service: 'api',
    level: 'info',
    output: { write: (line) => lines.push(line) },
  });
  redis = createRedis({ url: `redis://:hush@127.0.0.1:${port}`, purpose, logger });
  return redis;
};

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  server = createServer(onConnection);
  return listenLocally(server);
}

const closeServer = async (): Promise<void> => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
};

beforeEach(() => {
  lines = [];
  server = undefined;
});
afterEach(async () => {
  redis?.disconnect();
  await closeServer();
});

describe('createRedis', () => {
  it("fails a producer's commands immediately while nothing is listening, and logs once, without the password", async () => {
    const port = await listen((socket) => socket.destroy());
    await closeServer();
    const producer = connect(port, 'producer');
    await expect(producer.get('key')).rejects.toThrow();
    const attempts = 3;
    for (let failureCount = 0; failureCount < attempts; failureCount += 1)
      await new Promise((resolve) => producer.once('close', resolve));
    await expect(producer.get('key')).rejects.toThrow();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      code: 'ECONNREFUSED',
      purpose: 'producer',
      msg: 'redis: connection failed, retrying',
    });
    expect(lines[0]).not.toContain('hush');
  });

  it("times out a producer's command that gets no response", async () => {
    let sendReply = (): void => undefined;
    const port = await listen((socket) =>
      socket.on('data', (data) => {
        const commands = String(data).match(/^\*\d+\r$/gm) ?? [];
        if (String(data).includes('get')) sendReply = () => socket.write('$-1\r\n');
        else socket.write('+OK\r\n'.repeat(commands.length));
      }),
    );
    const producer = connect(port, 'producer');
    await new Promise((resolve) => producer.once('ready', resolve));
    await expect(producer.get('key')).rejects.toThrow('Command timed out');
    sendReply(); // must not be mistaken for the response to the next command
    const ping = (): Promise<string> => producer.ping().catch(ping); // the next one may time out on a busy machine
    expect(await ping()).toBe('OK');
  });

  it('reconnects quickly at first, and every two seconds after a long outage', () => {
    expect([1, 2, 3, 4, 5, 1_000].map(reconnectDelayMs)).toEqual([200, 400, 800, 1_600, 2_000, 2_000]);
  });
});
