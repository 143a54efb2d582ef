import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from './free-port';
import { testSettings } from './test-settings';

/** A Redis server that a test may kill, restart and empty. Stores nothing on disk. */
export class OwnRedis {
  private server?: ChildProcess;

  private constructor(
    private readonly port: number,
    private readonly directory: string,
  ) {}

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort(), await mkdtemp(join(tmpdir(), 'ringwell-redis-')));
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', this.directory];
    const server = spawn(testSettings().redisBinary, options, {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.server = server;
    for await (const chunk of server.stdout as AsyncIterable<Buffer>) {
      if (String(chunk).includes('Ready to accept connections')) break;
    }
  }

  /** Stops the server in the middle of its work. `thaw` lets it go on. */
  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
