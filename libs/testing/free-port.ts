import { createConnection, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { listenLocally } from './local-server';

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe);
  probe.close();
  return port;
}

/** Waits until a server on this machine accepts connections. */
export async function waitForPort(port: number): Promise<void> {
  while (!(await isListening(port))) await sleep(20);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref().on('connect', () => socket.end());
  });
}
