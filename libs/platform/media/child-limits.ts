import { spawnSync } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';

import { childEnvironment } from '../config/load-config';
import type { ToolAccount } from './tool-account';

/** Limits for a child process. It can't write core files or, where the system supports it, open connections. */
export interface ChildLimits {
  /** Private memory (RLIMIT_DATA). */
  dataBytes?: number;
  /** Address space, including libraries and stacks (RLIMIT_AS). */
  addressBytes?: number;
  /** CPU time. When it's used up, the child receives SIGXCPU, then SIGKILL a few seconds later. */
  cpuSeconds?: number;
  /** Maximum size of each file it writes; 0 allows only pipes. */
  fileBytes: number;
}

/** Files that a child process may access, besides programs, libraries and their configuration. */
export interface ChildFiles {
  readable: readonly string[];
  /** Writable files are also readable. */
  writable: readonly string[];
}

export interface ChildRestrictions {
  /** `prlimit` from util-linux is installed. macOS doesn't have it. */
  limits: boolean;
  /** Users may create a namespace without a network, which containers and hardened kernels often forbid. */
  isolation: boolean;
  /** The image's `confine` (`ops/image/confine.c`) is installed, and the kernel has Landlock. */
  confinement: boolean;
}

// Root doesn't need a user namespace, and couldn't read other users' files in one. Other users keep their ids.
const ROOT_WITHOUT_NETWORK = ['unshare', '--net', '--'];
const USER_WITHOUT_NETWORK = ['unshare', '--map-current-user', '--net', '--'];
const PROGRAM_FOLDERS = ['/usr', '/bin', '/lib', '/lib64', '/etc'];
const GRACE_SECONDS = 5;
const PROBE_TIMEOUT_MS = 10_000;

const restrictionsByUser = new Map<number | undefined, ChildRestrictions>();

/** Detects and caches which restrictions the system supports for a user's child processes. */
export function detectRestrictions(account?: ToolAccount): ChildRestrictions {
  const cached = restrictionsByUser.get(account?.uid);
  if (cached) return cached;
  const isSupported = (command: readonly string[]): boolean => {
    const [program = '', ...args] = [...command, 'true'];
    const { status } = spawnSync(program, args, {
      ...account,
      cwd: '/',
      env: childEnvironment(),
      stdio: 'ignore',
      timeout: PROBE_TIMEOUT_MS,
    });
    return status === 0;
  };
  const restrictions = {
    limits: isSupported(limitArgs({ fileBytes: 0 })),
    isolation: isSupported(networkIsolationArgs(account)),
    confinement: isSupported(confineArgs({ readable: [], writable: [] })),
  };
  restrictionsByUser.set(account?.uid, restrictions);
  return restrictions;
}

/**
 * Wraps a command so that it runs within limits. Each wrapper calls exec, so the process id is the child's.
 * @param files if omitted, all files that the child's user can access are allowed
 */
export function restrictCommand(
  command: readonly string[],
  limits: ChildLimits,
  account?: ToolAccount,
  files?: ChildFiles,
): string[] {
  const restrictions = detectRestrictions(account);
  return [
    ...(restrictions.isolation ? networkIsolationArgs(account) : []),
    ...(restrictions.limits ? limitArgs(limits) : []),
    ...(restrictions.confinement && files ? confineArgs(files) : []),
    ...command,
  ];
}

function confineArgs({ readable, writable }: ChildFiles): string[] {
  const path = childEnvironment().PATH?.split(delimiter).filter(isAbsolute) ?? [];
  const readArgs = [...path, ...PROGRAM_FOLDERS, ...readable].flatMap((name) => ['-r', name]);
  return ['confine', ...readArgs, ...['/dev/null', ...writable].flatMap((name) => ['-w', name]), '--'];
}

function networkIsolationArgs(account?: ToolAccount): string[] {
  return (account?.uid ?? process.getuid?.()) === 0 ? ROOT_WITHOUT_NETWORK : USER_WITHOUT_NETWORK;
}

// RLIMIT_NPROC is not set: it counts all processes and threads of the user, including those of other programs and
// containers.
function limitArgs({ dataBytes, addressBytes, cpuSeconds, fileBytes }: ChildLimits): string[] {
  return [
    'prlimit',
    '--core=0',
    `--fsize=${fileBytes}`,
    ...(dataBytes === undefined ? [] : [`--data=${dataBytes}`]),
    ...(addressBytes === undefined ? [] : [`--as=${addressBytes}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}:${cpuSeconds + GRACE_SECONDS}`]),
    '--',
  ];
}
