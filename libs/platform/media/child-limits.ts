import { spawnSync } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';

import { childEnvironment } from '../config/load-config';
import type { ToolAccount } from './tool-account';

/** What a child process may use. It may not leave core files or, where the system allows it, open connections. */
export interface ChildLimits {
  /** Private memory (RLIMIT_DATA). */
  dataBytes?: number;
  /** All address space, with libraries and stacks (RLIMIT_AS). */
  addressBytes?: number;
  /** Time of the processor. Afterwards the child gets SIGXCPU, and SIGKILL some seconds later. */
  cpuSeconds?: number;
  /** Size of each file that it writes; 0: it writes none, except to pipes. */
  fileBytes: number;
}

/** Files that a child process may use, besides programs, libraries and their settings. */
export interface ChildFiles {
  readable: readonly string[];
  /** Also readable. */
  writable: readonly string[];
}

/** What this system can take from child processes. */
export interface Leash {
  /** `prlimit` of util-linux is installed; not on macOS. */
  limits: boolean;
  /** A user may make a namespace without a network; containers and hardened kernels often refuse it. */
  isolation: boolean;
  /** `confine` of the image (`ops/image/confine.c`) is installed, and the kernel has Landlock. */
  confinement: boolean;
}

// Root needs no namespace of users, in which it could not read files of others. Everyone else keeps their id there.
const ROOT_WITHOUT_NETWORK = ['unshare', '--net', '--'];
const USER_WITHOUT_NETWORK = ['unshare', '--map-current-user', '--net', '--'];
const PROGRAM_FOLDERS = ['/usr', '/bin', '/lib', '/lib64', '/etc'];
const GRACE_SECONDS = 5;
const PROBE_TIMEOUT_MS = 10_000;

const leashes = new Map<number | undefined, Leash>();

/** Finds out what the system allows for children of a user, and remembers it. `account`: another user than this one's. */
export function leashFor(account?: ToolAccount): Leash {
  const known = leashes.get(account?.uid);
  if (known) return known;
  const works = (command: readonly string[]): boolean => {
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
  const leash = {
    limits: works(limitArgs({ fileBytes: 0 })),
    isolation: works(withoutNetwork(account)),
    confinement: works(confined({ readable: [], writable: [] })),
  };
  leashes.set(account?.uid, leash);
  return leash;
}

/**
 * The command that starts another one within limits. It replaces itself, so that the process id is that of the child.
 * @param files unset: all that its user may use
 */
export function leashed(
  command: readonly string[],
  limits: ChildLimits,
  account?: ToolAccount,
  files?: ChildFiles,
): string[] {
  const leash = leashFor(account);
  return [
    ...(leash.isolation ? withoutNetwork(account) : []),
    ...(leash.limits ? limitArgs(limits) : []),
    ...(leash.confinement && files ? confined(files) : []),
    ...command,
  ];
}

function confined({ readable, writable }: ChildFiles): string[] {
  const path = childEnvironment().PATH?.split(delimiter).filter(isAbsolute) ?? [];
  const read = [...path, ...PROGRAM_FOLDERS, ...readable].flatMap((name) => ['-r', name]);
  return ['confine', ...read, ...['/dev/null', ...writable].flatMap((name) => ['-w', name]), '--'];
}

function withoutNetwork(account?: ToolAccount): string[] {
  return (account?.uid ?? process.getuid?.()) === 0 ? ROOT_WITHOUT_NETWORK : USER_WITHOUT_NETWORK;
}

// Not RLIMIT_NPROC: it counts all processes and threads of the user, also those of other programs and containers.
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
