import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Child {
  pid: number;
  name: string;
}

export function runningChildren(): string[] {
  return children().map(({ name }) => name);
}

export function runningChildIds(): number[] {
  return children().map(({ pid }) => pid);
}

/** Lists a process's running child processes. */
export function listChildIds(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([ppid, pid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

export function killChildren(name: string, signal: NodeJS.Signals): void {
  for (const child of children()) if (child.name === name) process.kill(child.pid, signal);
}

/** Measures the peak memory use of any single child process during the work, in bytes; 0 without `/proc`. */
export async function peakChildMemory(work: () => Promise<unknown>): Promise<number> {
  let peakBytes = 0;
  const timer = setInterval(() => {
    for (const { pid } of existsSync('/proc/self/stat') ? childrenFromProc() : []) {
      const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0);
      peakBytes = Math.max(peakBytes, kibibytes * 1_024);
    }
  }, 5);
  await work().finally(() => clearInterval(timer));
  return peakBytes;
}

function children(): Child[] {
  return existsSync('/proc/self/stat') ? childrenFromProc() : childrenFromPs();
}

// Small Linux machines have no `ps`.
function childrenFromProc(): Child[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readProc(Number(pid), 'stat')) ?? [];
      return name && Number(parent) === process.pid ? [{ pid: Number(pid), name }] : [];
    });
}

// Empty if the process has exited.
function readProc(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function childrenFromPs(): Child[] {
  return execFileSync('ps', ['-A', '-o', 'ppid=,pid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , name]) => Number(parent) === process.pid && name !== 'ps')
    .map(([, pid, name]) => ({ pid: Number(pid), name: name ?? '' }));
}
