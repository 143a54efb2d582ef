// Ports on this machine.
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port on 127.0.0.1 that nobody uses at this moment */
export async function freePort() {
  const server = await listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.address();
  await close(server);
  return port;
}

/** What to say when a server cannot listen on a port. */
const PROBLEMS = { EADDRINUSE: 'is in use by another program', EACCES: 'may not be used by your account' };

/** @param {number} port @returns {Promise<string | undefined>} why a server could not listen on it, on every address */
export async function portProblem(port) {
  try {
    await close(await listen({ port }));
    return undefined;
  } catch (error) {
    if (error.code in PROBLEMS) return PROBLEMS[error.code];
    throw error;
  }
}

function listen(options) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}

function close(server) {
  return new Promise((resolve) => server.close(resolve));
}
