import { createServer } from 'node:net';

import { listenLocally } from './local-server';

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe);
  probe.close();
  return port;
}
