import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface Child {
  pid: number;
  name: string;
}

/** The running child processes that a file's tests started. */
export interface ChildProcesses {
  listNames(): string[];
  listIds(): number[];
  kill(name: string, signal: NodeJS.Signals): void;
  /** Measures the peak memory use of any single child process during the work, in bytes; 0 without `/proc`. */
  measurePeakMemory(work: () => Promise<unknown>): Promise<number>;
}

/**
 * Provides the child processes of a file's tests, except those that files share, such as the browser. Call this at the
 * top of a file.
 */
export function useChildProcesses(): ChildProcesses {
  let earlierIds: number[] = [];
  beforeAll(() => {
    earlierIds = listChildren().map(({ pid }) => pid);
  });
  const listTestChildren = (): Child[] => listChildren().filter(({ pid }) => !earlierIds.includes(pid));
  return {
    listNames: () => listTestChildren().map(({ name }) => name),
    listIds: () => listTestChildren().map(({ pid }) => pid),
    kill: (name, signal) => {
      for (const child of listTestChildren()) if (child.name === name) process.kill(child.pid, signal);
    },
    measurePeakMemory: async (work) => {
      let peakBytes = 0;
      const timer = setInterval(() => {
        for (const { pid } of hasProc() ? listTestChildren() : []) peakBytes = Math.max(peakBytes, readPeakMemory(pid));
      }, 5);
      await work().finally(() => clearInterval(timer));
      return peakBytes;
    },
  };
}

/** Ends a process unless it has already ended. */
export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Lists a process's running child processes. */
export function listChildIds(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([ppid, pid]) => (ppid === parent && pid !== undefined ? [pid] : []));
}

function listChildren(): Child[] {
  return hasProc() ? listChildrenFromProc() : listChildrenFromPs();
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat');
}

function readPeakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1_024;
}

// Small Linux machines have no `ps`.
function listChildrenFromProc(): Child[] {
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

function listChildrenFromPs(): Child[] {
  return execFileSync('ps', ['-A', '-o', 'ppid=,pid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , name]) => Number(parent) === process.pid && name !== 'ps')
    .map(([, pid, name]) => ({ pid: Number(pid), name: name ?? '' }));
}
