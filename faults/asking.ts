import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { FaultWorld } from './fault-world';

/** Asks for a call again and again and prints how long each answer took, in milliseconds. A process of its own: ours is busy sending. */
const ASKING = `
  (async () => {
    for (;;) {
      const startedAt = performance.now();
      const { status } = await fetch(process.argv[1], { headers: { authorization: process.argv[2] } });
      console.log(status === 200 ? performance.now() - startedAt : Infinity);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();`;

/**
 * Asks for a call of the first account until it is told to end: what everybody else notices of what is done meanwhile.
 * @returns ends the asking and gives the time of each answer in milliseconds; infinite when it was not 200
 */
export async function startAsking(world: FaultWorld, callId: string | undefined): Promise<() => number[]> {
  const args = [
    '-e',
    ASKING,
    `${world.system.url}/api/n8n/calls/${callId ?? ''}`,
    `Bearer ${world.accounts[0]?.token ?? ''}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (lines: Buffer) => {
    printed += lines.toString();
  });
  await once(child.stdout, 'data');
  return () => {
    child.kill('SIGKILL');
    return printed.trim().split('\n').map(Number);
  };
}
