import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** Names of the programs that this process has started and that still run. */
export function runningChildren(): string[] {
  return existsSync('/proc/self/stat') ? childrenFromProc() : childrenFromPs();
}

/** Small Linux machines have no `ps`. */
function childrenFromProc(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readStat(pid)) ?? [];
    return name && Number(parent) === process.pid ? [name] : [];
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

function childrenFromPs(): string[] {
  return execFileSync('ps', ['-A', '-o', 'ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, name]) => Number(parent) === process.pid && name !== 'ps')
    .map(([, name]) => name ?? '');
}
