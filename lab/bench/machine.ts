import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');
/** `USER_HZ`: Linux reports CPU time in hundredths of a second, regardless of the kernel's clock rate. */
const TICKS_PER_SECOND = 100;
const KIB_PER_MB = 1_000_000 / 1_024;

/** A process's CPU time in milliseconds; 0 if it has exited. */
export function cpuMs(pid: number): number {
  if (!HAS_PROC) return clockMs(ps('time', pid));
  const { userTicks, systemTicks } = readStat(pid);
  return ((userTicks + systemTicks) * 1_000) / TICKS_PER_SECOND;
}

/**
 * CPU time of a PostgreSQL server, including closed connections, in milliseconds. NaN on systems other than Linux, and
 * for a server on another machine.
 * @param backendPid any of its processes
 */
export function serverCpuMs(backendPid: number): number {
  if (!HAS_PROC || !existsSync(`/proc/${backendPid}/stat`)) return NaN;
  const { parent } = readStat(backendPid);
  const siblings = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat.parent === parent);
  const server = readStat(parent);
  const ticks = siblings.reduce(
    (sum, { userTicks, systemTicks }) => sum + userTicks + systemTicks,
    server.userTicks + server.systemTicks + server.exitedChildrenTicks,
  );
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/** A process's resident memory in MB. */
export function memoryMb(pid: number): number {
  return HAS_PROC ? statusMb(pid, 'VmRSS') : Number(ps('rss', pid)) / KIB_PER_MB;
}

/** A process's peak resident memory in MB; NaN on systems other than Linux. */
export function peakMemoryMb(pid: number): number {
  return HAS_PROC ? statusMb(pid, 'VmHWM') : NaN;
}

/** CPU time of a process and its children, in milliseconds. NaN on systems other than Linux. */
export function processTreeCpuMs(pid: number): number {
  if (!HAS_PROC) return NaN;
  const ticks = listProcessTree(pid)
    .map(readStat)
    .reduce(
      (sum, { userTicks, systemTicks, exitedChildrenTicks }) => sum + userTicks + systemTicks + exitedChildrenTicks,
      0,
    );
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/**
 * Memory used by processes, in MB. Shared memory is split evenly among the processes that use it (PSS). NaN on systems
 * other than Linux.
 */
export function sharedMemoryMb(pids: readonly number[]): number {
  if (!HAS_PROC) return NaN;
  const memoryKib = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return memoryKib.reduce((sum, value) => sum + value, 0) / KIB_PER_MB;
}

/** A process and its descendants; only the process itself on systems other than Linux. */
export function listProcessTree(pid: number): number[] {
  if (!HAS_PROC) return [pid];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readStat(Number(name)).parent] as const);
  const collectTree = (root: number): number[] => [
    root,
    ...parents.filter(([, parent]) => parent === root).flatMap(([child]) => collectTree(child)),
  ];
  return collectTree(pid);
}

export function readParent(pid: number): number {
  return readStat(pid).parent;
}

/** A process's command line; empty on systems other than Linux. */
export function readCommand(pid: number): string {
  return readFileOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

interface ProcessTimes {
  parent: number;
  userTicks: number;
  systemTicks: number;
  /** CPU time of children that have exited. */
  exitedChildrenTicks: number;
}

/** Fields per proc(5). The name in parentheses may contain spaces, so counting starts after it. */
function readStat(pid: number): ProcessTimes {
  const fields = readFileOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  const field = (number: number): number => Number(fields[number - 3] ?? 0);
  return { parent: field(4), userTicks: field(14), systemTicks: field(15), exitedChildrenTicks: field(16) + field(17) };
}

function statusMb(pid: number, name: string): number {
  const kib = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileOrEmpty(`/proc/${pid}/status`))?.[1];
  return kib === undefined ? NaN : Number(kib) / KIB_PER_MB;
}

function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function ps(column: string, pid: number): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/** `[[hh:]mm:]ss.cc` */
function clockMs(clock: string): number {
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000;
}
