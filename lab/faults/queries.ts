import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { FaultWorld } from './fault-world';

/**
 * Requests a call repeatedly and prints each response time in milliseconds. Runs in a separate process because Jest's
 * is busy.
 */
const QUERY_SCRIPT = `
  (async () => {
    for (;;) {
      const startedAt = performance.now();
      const { status } = await fetch(process.argv[1], { headers: { authorization: process.argv[2] } });
      console.log(status === 200 ? performance.now() - startedAt : Infinity);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();`;

/**
 * Requests one of the first account's calls repeatedly to measure how other requests are affected.
 * @returns a function that stops and returns the response times in milliseconds; `Infinity` for any status other than
 * 200
 */
export async function startQueries(world: FaultWorld, callId: string | undefined): Promise<() => number[]> {
  const args = [
    '-e',
    QUERY_SCRIPT,
    `${world.system.url}/api/n8n/calls/${callId ?? ''}`,
    `Bearer ${world.account().token}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (lines: Buffer) => {
    output += lines.toString();
  });
  await once(child.stdout, 'data');
  return () => {
    child.kill('SIGKILL');
    return output.trim().split('\n').map(Number);
  };
}
