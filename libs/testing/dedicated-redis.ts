import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { endProcess } from './child-processes';
import { findFreePort } from './free-port';
import { testSettings } from './test-settings';

/** A Redis server that a test can kill, restart and flush. Doesn't store anything on disk. */
export class DedicatedRedis {
  private server?: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly settings: string[],
  ) {}

  /** @param settings additional settings, as server arguments */
  static async start(settings: string[] = []): Promise<DedicatedRedis> {
    const redis = new DedicatedRedis(await findFreePort(), await mkdtemp(join(tmpdir(), 'ringwell-redis-')), settings);
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = [
      ...['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', this.directory],
      ...['--repl-diskless-sync-delay', '0', ...this.settings],
    ];
    const server = spawn(testSettings().redisBinary, options, {
      argv0: 'redis-server',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.server = server;
    for await (const chunk of server.stdout as AsyncIterable<Buffer>) {
      if (String(chunk).includes('Ready to accept connections')) break;
    }
  }

  /** Runs a command on this server. */
  async command(name: string, ...parameters: (string | number)[]): Promise<unknown> {
    const password = this.settings[this.settings.indexOf('--requirepass') + 1];
    const client = new Redis(this.url, { password: this.settings.includes('--requirepass') ? password : undefined });
    try {
      return await client.call(name, ...parameters);
    } finally {
      client.disconnect();
    }
  }

  /** Resolves once this server is a replica with all of another server's data. */
  async replicate(primary: DedicatedRedis): Promise<void> {
    await this.command('REPLICAOF', '127.0.0.1', primary.port);
    while (!String(await this.command('INFO', 'replication')).includes('master_link_status:up')) await sleep(20);
  }

  /** Swaps the roles of this primary and its replica, like a managed service moving the primary. */
  async failOverTo(replica: DedicatedRedis): Promise<void> {
    await replica.command('REPLICAOF', 'NO', 'ONE');
    await this.replicate(replica);
  }

  /** Freezes the server mid-work. `thaw` resumes it. */
  freeze(): void {
    this.server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.server?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    await endProcess(this.server, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
