import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Readable } from 'node:stream';

import { childEnvironment } from '../config/load-config';
import { readLimitedText } from '../read-limited-text';
import { restrictCommand, type ChildLimits } from './child-limits';
import { getCurrentToolAccount, grantReadAccess, makeToolOutput, type ToolAccount } from './tool-account';

export interface ChildRun {
  command: string;
  /** Passed as is, without a shell. */
  args: string[];
  /** When aborted, the child and its descendants are killed. */
  signal: AbortSignal;
  /** 0 (default) to 19; 10 keeps long computations from delaying this process's heartbeat. */
  niceness?: number;
  /**
   * The private folder of a run and the child's working directory. Pass file names relative to it: when media tools run
   * as another user, that user cannot traverse the parent folders, and can read but not change the folder's contents.
   */
  workDir?: string;
  /** File in `workDir` that the child writes. */
  outputName?: string;
  /** Not enforced where `prlimit` is missing, as on macOS. */
  limits: ChildLimits;
  /** Written to standard input, which is empty by default. */
  input?: string;
  /** Consumes standard output as it arrives. If omitted, the output is collected in `stdout`. */
  readOutput?: (stdout: Readable) => Promise<void>;
}

export interface ChildResult {
  exitCode: number | null;
  exitSignal: NodeJS.Signals | null;
  stdout: string;
  /** The last 8 KiB. */
  stderr: string;
}

const MAX_COLLECTED_BYTES = 32 * 1024 * 1024;
const MAX_STDERR_CHARS = 8 * 1024;

// Prefixes that the wrappers of `restrictCommand` print when they can't start the child.
const START_ERROR = /^(unshare|prlimit|confine): /;
// POSIX, "Exit Status for Commands": the program does not exist (127), or cannot be executed or found (126).
const NOT_STARTED_EXIT_CODES: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Runs a program in its own process group and always waits for it to exit.
 * @throws the signal's reason if aborted; the system's error if it can't start (`ENOENT`: no such program); errors from
 * `readOutput`. A non-zero exit code is a result, not an error.
 */
export async function runChild(run: ChildRun): Promise<ChildResult> {
  run.signal.throwIfAborted();
  const account = await prepareWorkDir(run);
  run.signal.throwIfAborted();
  const command = [run.command, ...run.args];
  // Absolute paths in arguments are models; recordings are inside the working directory.
  const files = { readable: command.filter(isAbsolute), writable: run.workDir === undefined ? [] : ['.'] };
  const [program = '', ...args] = restrictCommand(command, run.limits, account, files);
  const child = spawn(program, args, {
    ...(run.workDir !== undefined && { cwd: run.workDir }),
    ...account,
    detached: true, // leader of a new process group, so that descendants can be killed with it
    env: childEnvironment(),
    stdio: [run.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  const kill = (): void => killGroup(pid);
  run.signal.addEventListener('abort', kill, { once: true });
  const closeEvent = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARS);
  });
  // A child that exits early breaks the pipe; its exit code says why.
  child.stdin?.on('error', () => undefined).end(run.input);

  try {
    if (run.niceness) renice(pid, run.niceness);
    if (!child.stdout) throw new Error(`${run.command} has no readable output.`);
    let stdout = '';
    if (run.readOutput) await run.readOutput(child.stdout);
    else stdout = await readLimitedText(child.stdout, MAX_COLLECTED_BYTES);
    const [exitCode, exitSignal] = await closeEvent;
    run.signal.throwIfAborted();
    if (NOT_STARTED_EXIT_CODES.has(exitCode)) throw noSuchProgram(run.command, stderr);
    if (exitCode !== 0 && START_ERROR.test(stderr)) throw new Error(`${run.command} failed to start: ${stderr}`);
    return { exitCode, exitSignal, stdout, stderr };
  } catch (error) {
    kill();
    await closeEvent;
    run.signal.throwIfAborted();
    throw isSpawnDenied(error) ? noSuchProgram(run.command, error.message) : error;
  } finally {
    run.signal.removeEventListener('abort', kill);
  }
}

// `undefined` means this process's user.
async function prepareWorkDir({ workDir, outputName }: ChildRun): Promise<ToolAccount | undefined> {
  const account = getCurrentToolAccount();
  if (!account || workDir === undefined) return undefined;
  if (outputName !== undefined) await makeToolOutput(account, join(workDir, outputName));
  await grantReadAccess(account, workDir);
  return account;
}

// The child's user may lack access to the program or a PATH folder.
function isSpawnDenied(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'EACCES' && 'syscall' in error;
}

// Imitates the error that `spawn` emits without wrappers.
function noSuchProgram(command: string, stderr: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${command} ENOENT: ${stderr.slice(-500)}`), { code: 'ENOENT' });
}

/**
 * Lowers a process's priority; does nothing if it has exited. Keeps a lower inherited priority, because only root can
 * raise priorities.
 */
export function renice(pid: number, niceness: number): void {
  ignoreMissingProcess(() => {
    if (getPriority(pid) < niceness) setPriority(pid, niceness);
  });
}

/** Kills the process group led by this process; does nothing if it has exited. */
export function killGroup(pid: number): void {
  ignoreMissingProcess(() => process.kill(-pid, 'SIGKILL'));
}

function ignoreMissingProcess(action: () => void): void {
  try {
    action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
