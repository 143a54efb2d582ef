import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

interface Child {
  pid: number;
  name: string;
}

/** Names of the programs that this process has started and that still run. */
export function runningChildren(): string[] {
  return children().map(({ name }) => name);
}

/** Ends the children of one name, as an outsider would. */
export function killChildren(name: string, signal: NodeJS.Signals): void {
  for (const child of children()) if (child.name === name) process.kill(child.pid, signal);
}

function children(): Child[] {
  return existsSync('/proc/self/stat') ? childrenFromProc() : childrenFromPs();
}

/** Small Linux machines have no `ps`. */
function childrenFromProc(): Child[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readStat(pid)) ?? [];
    return name && Number(parent) === process.pid ? [{ pid: Number(pid), name }] : [];
  });
}

/** Empty for a process that has ended meanwhile. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
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
