import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { childEnvironment } from '@ringwell/platform/config/load-config';

import { currentToolAccount, letToolsRead, makeToolOutput, type ToolAccount } from './tool-account';

export interface ChildRun {
  command: string;
  /** Passed as they are: no shell is involved. */
  args: string[];
  /** Aborted: the child and everything it started are killed at once. */
  signal: AbortSignal;
  /** 0 (default) to 19; 10 keeps a long computation from slowing the heartbeat of this process. */
  niceness?: number;
  /**
   * The private folder of a run. The child starts in it and has to name its files relative to it: with a tool account set, the
   * child runs as that account, which cannot pass the folders above, may read what lies there and may change nothing.
   */
  workDir?: string;
  /** A file in `workDir` that the child writes, by its name. */
  outputName?: string;
  /** Memory that the child may use for data, in bytes; an allocation beyond that fails. macOS does not enforce it. */
  maxMemoryBytes?: number;
  /** Written to the child's standard input, which is closed otherwise. */
  input?: string;
  /** Reads the child's output as it comes. Without it the output is collected into `stdout`. */
  readOutput?: (stdout: Readable) => Promise<void>;
}

export interface ChildResult {
  /** `null` when a signal ended the child. */
  exitCode: number | null;
  exitSignal: NodeJS.Signals | null;
  stdout: string;
  /** The last 8 KiB. */
  stderr: string;
}

const MAX_COLLECTED_BYTES = 32 * 1024 * 1024;
const MAX_STDERR_CHARS = 8 * 1024;

/** Replaces itself with the program after lowering its own limit; where the system has a lower one already, that one stays. */
const WITH_MEMORY_LIMIT = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"';
/**
 * How a shell ends when there is no such program (127), or one that the user may not run or find (126): POSIX, "Exit
 * Status for Commands".
 */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

/**
 * Runs a program in its own process group and waits until it is gone, however the run ends.
 * @throws the signal's reason when aborted; the system's error (`ENOENT`: no such program) when it cannot start;
 * whatever `readOutput` throws. A non-zero exit code is a result, not an error.
 */
export async function runChild(run: ChildRun): Promise<ChildResult> {
  run.signal.throwIfAborted();
  const { command, args } = startOf(run);
  const account = await prepareWorkDir(run);
  run.signal.throwIfAborted();
  const child = spawn(command, args, {
    ...(run.workDir !== undefined && { cwd: run.workDir }),
    ...account,
    detached: true, // makes it the leader of a group of its own, so that its children can be killed with it
    env: childEnvironment(),
    stdio: [run.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  if (run.niceness) lowerPriority(pid, run.niceness);

  const kill = (): void => killGroup(pid);
  run.signal.addEventListener('abort', kill, { once: true });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARS);
  });
  // A child that dies early breaks the pipe; its exit code tells the story.
  child.stdin?.on('error', () => undefined).end(run.input);

  try {
    if (!child.stdout) throw new Error(`${run.command} has no output to read.`);
    let stdout = '';
    if (run.readOutput) await run.readOutput(child.stdout);
    else stdout = await collect(child.stdout);
    const [exitCode, exitSignal] = await closed;
    run.signal.throwIfAborted();
    if (run.maxMemoryBytes !== undefined && NOT_STARTED.has(exitCode)) throw noSuchProgram(run.command, stderr);
    return { exitCode, exitSignal, stdout, stderr };
  } catch (error) {
    kill();
    await closed;
    run.signal.throwIfAborted();
    throw isAccessRefused(error) ? noSuchProgram(run.command, error.message) : error;
  } finally {
    run.signal.removeEventListener('abort', kill);
  }
}

/** @returns who the child runs as; `undefined` for the user of this process */
async function prepareWorkDir({ workDir, outputName }: ChildRun): Promise<ToolAccount | undefined> {
  const account = currentToolAccount();
  if (!account || workDir === undefined) return undefined;
  if (outputName !== undefined) await makeToolOutput(account, join(workDir, outputName));
  await letToolsRead(account, workDir);
  return account;
}

function startOf({ command, args, maxMemoryBytes }: ChildRun): Pick<ChildRun, 'command' | 'args'> {
  if (maxMemoryBytes === undefined) return { command, args };
  const kibibytes = String(Math.floor(maxMemoryBytes / 1_024));
  return { command: '/bin/sh', args: ['-c', WITH_MEMORY_LIMIT, 'sh', kibibytes, command, ...args] };
}

/** The program, or a folder in which it is looked for, may not be entered by the user that the child runs as. */
function isAccessRefused(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'EACCES' && 'syscall' in error;
}

/** The same error as when the program is started without a shell. */
function noSuchProgram(command: string, stderr: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`spawn ${command} ENOENT: ${stderr.slice(-500)}`), { code: 'ENOENT' });
}

async function collect(stdout: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_COLLECTED_BYTES) throw new Error('The program wrote more output than expected.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A child that has just ended cannot be changed, which is no loss. */
function lowerPriority(pid: number, niceness: number): void {
  ignoreMissingProcess(() => setPriority(pid, niceness));
}

function killGroup(pid: number): void {
  ignoreMissingProcess(() => process.kill(-pid, 'SIGKILL'));
}

function ignoreMissingProcess(action: () => void): void {
  try {
    action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
