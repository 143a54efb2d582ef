import { createServer } from 'node:net';

import { errorCode } from '../errors.mjs';

/** @returns {Promise<number>} a port on 127.0.0.1 that is currently free */
export async function freePort() {
  const server = await listen({ port: 0, host: '127.0.0.1' });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await close(server);
  return port;
}

/** @type {Record<string, string>} */
const PROBLEMS = { EADDRINUSE: 'is in use by another program', EACCES: 'is not available to your user account' };

/** @param {number} port @returns {Promise<string | undefined>} why a server can't listen on it on all addresses */
export async function findPortProblem(port) {
  try {
    await close(await listen({ port }));
    return undefined;
  } catch (error) {
    const problem = PROBLEMS[errorCode(error) ?? ''];
    if (problem) return problem;
    throw error;
  }
}

/** @param {import('node:net').ListenOptions} options @returns {Promise<import('node:net').Server>} */
function listen(options) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}

/** @param {import('node:net').Server} server */
function close(server) {
  return new Promise((resolve) => server.close(resolve));
}
