import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';

import { childEnvironment } from '@ringwell/platform/config/load-config';
import { restrictCommand, type ChildLimits } from '@ringwell/platform/media/child-limits';
import { killGroup, renice } from '@ringwell/platform/media/child-process';

const MAX_STDERR_CHARS = 8 * 1024;

// CPU time isn't limited, because the process runs for days and would be killed mid-call. Address space isn't limited
// either, because Node.js reserves far more than it uses. Of the models in docs/operate/operations.md, the largest
// recognizer uses 3.5 GB for an hour of audio, and the largest language model 3.7 GB.
const LIMITS = { dataBytes: 8_589_934_592, fileBytes: 0 };

/** The child exited before responding. */
export class ChildEndedError extends Error {
  constructor(
    readonly exitSignal: NodeJS.Signals | null,
    description: string,
  ) {
    super(description);
  }
}

interface PendingResponse {
  resolve(line: string): void;
  reject(error: Error): void;
}

/**
 * A long-running Node.js program that handles one request at a time, each a line of JSON. While idle, it doesn't keep
 * this process alive. The program must exit when its standard input closes, such as when this process exits.
 */
export class ResidentChild {
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  private pending?: PendingResponse;
  private stderr = '';
  private endError?: ChildEndedError;
  /** Whether the process was killed. It may exit later, because some system calls can't be interrupted. */
  isKilled = false;

  /** @param niceness 0 to 19 */
  constructor(programPath: string, niceness: number, limits: Partial<ChildLimits> = {}) {
    const [program = '', ...args] = restrictCommand([process.execPath, programPath], { ...LIMITS, ...limits });
    this.child = spawn(program, args, {
      detached: true, // makes it the leader of a new process group, so that its descendants can also be killed
      env: childEnvironment(),
      stdio: 'pipe',
    });
    this.closed = once(this.child, 'close').catch(() => undefined);
    this.child.once('error', (error) =>
      this.end(new ChildEndedError(null, `${programPath} failed to start: ${error.message}`)),
    );
    this.child.once('close', (code: number | null, signal: NodeJS.Signals | null) =>
      this.end(new ChildEndedError(signal, `${programPath} ended with ${signal ?? code}: ${this.stderr.slice(-500)}`)),
    );
    this.child.stdin?.on('error', () => undefined); // the exit code contains the reason
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-MAX_STDERR_CHARS);
    });
    let partialLine = '';
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const [end = '', ...nextLines] = text.split('\n');
      partialLine += end;
      for (const line of nextLines) {
        this.receive(partialLine);
        partialLine = line;
      }
    });
    try {
      if (this.child.pid !== undefined) renice(this.child.pid, niceness);
    } catch (error) {
      void this.kill();
      throw error;
    }
    this.setKeepAlive(false);
  }

  get hasEnded(): boolean {
    return this.endError !== undefined;
  }

  /** @throws ChildEndedError */
  async sendRequest(request: object): Promise<unknown> {
    if (this.endError) throw this.endError;
    this.setKeepAlive(true);
    try {
      const line = await new Promise<string>((resolve, reject) => {
        this.pending = { resolve, reject };
        // The child may use readline, which also ends lines at these characters.
        const json = JSON.stringify(request).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
        this.child.stdin?.write(`${json}\n`);
      });
      return JSON.parse(line);
    } finally {
      this.setKeepAlive(false);
    }
  }

  /** Resolves once the process has exited. */
  async kill(): Promise<void> {
    const { pid } = this.child;
    if (pid === undefined || this.endError) return;
    this.isKilled = true;
    killGroup(pid);
    this.child.ref();
    await this.closed;
  }

  // Ignores lines that libraries print.
  private receive(line: string): void {
    if (!line.startsWith('{')) return;
    this.pending?.resolve(line);
    this.pending = undefined;
  }

  private end(error: ChildEndedError): void {
    this.endError ??= error;
    this.pending?.reject(this.endError);
    this.pending = undefined;
  }

  private setKeepAlive(keepAlive: boolean): void {
    const pipes = [this.child.stdin, this.child.stdout, this.child.stderr].filter((pipe) => pipe instanceof Socket);
    for (const handle of [this.child, ...pipes]) {
      if (keepAlive) handle.ref();
      else handle.unref();
    }
  }
}
