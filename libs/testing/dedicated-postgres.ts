import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { migrate } from '@ringwell/database/migrate';

import { endProcess, listChildIds } from './child-processes';
import { findFreePort } from './free-port';
import { connectTo, type TestDatabase } from './test-database';
import { testSettings } from './test-settings';

const run = promisify(execFile);

interface ServerPaths {
  programs: string;
  folder: string;
}

/** A PostgreSQL server that a test can kill and restart. Committed data survives. */
export class DedicatedPostgres {
  private server?: ChildProcess;

  private constructor(
    private readonly port: number,
    private readonly programs: string,
    private readonly folder: string,
    private readonly account: { uid?: number; gid?: number },
    private readonly superuser: string,
  ) {}

  /** Uses the test server's binaries and account. */
  static async start(superuser = 'ringwell'): Promise<DedicatedPostgres> {
    const paths = await readTestServerPaths();
    const { uid, gid } = statSync(paths.folder);
    const account = process.getuid?.() === 0 ? { uid, gid } : {}; // PostgreSQL refuses to run as root
    const folder = mkdtempSync(join(tmpdir(), 'ringwell-postgres-'));
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
    const postgres = new DedicatedPostgres(await findFreePort(), paths.programs, folder, account, superuser);
    await run(
      join(paths.programs, 'initdb'),
      ['-D', join(folder, 'data'), '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'],
      { cwd: folder, ...account },
    );
    await postgres.start();
    return postgres;
  }

  get url(): string {
    return `postgresql://${this.superuser}@127.0.0.1:${this.port}/postgres`;
  }

  async setUpDatabase(): Promise<TestDatabase> {
    await migrate(this.url);
    return connectTo(this.url);
  }

  async start(): Promise<void> {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=100',
    ];
    this.server = spawn(
      join(this.programs, 'postgres'),
      ['-D', join(this.folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
      { cwd: this.folder, stdio: 'ignore', ...this.account },
    );
    for (let attempt = 0; !(await this.isReady()); attempt += 1) {
      if (attempt > 1_200 || this.server.exitCode !== null) throw new Error("This test's PostgreSQL did not start.");
      await sleep(50);
    }
  }

  /** Kills the server and all its processes, like a power failure. */
  async kill(): Promise<void> {
    await endProcess(this.server, 'SIGKILL'); // its processes notice and exit immediately
  }

  /** Shuts down as if for maintenance: rolls back transactions and closes connections. `start` starts it again. */
  async shutDown(): Promise<void> {
    await endProcess(this.server, 'SIGINT');
  }

  /** Freezes the server and all its processes mid-work. `thaw` resumes them. */
  freeze(): void {
    this.signalAll('SIGSTOP');
  }

  thaw(): void {
    this.signalAll('SIGCONT');
  }

  private signalAll(signal: NodeJS.Signals): void {
    const { pid } = this.server ?? {};
    if (pid === undefined) return;
    for (const processId of [pid, ...listChildIds(pid)]) {
      try {
        process.kill(processId, signal);
      } catch {
        // It has already exited.
      }
    }
  }

  async stop(): Promise<void> {
    await endProcess(this.server, 'SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}

async function readTestServerPaths(): Promise<ServerPaths> {
  const client = new Client({ connectionString: testSettings().databaseUrl });
  await client.connect();
  const {
    rows: [paths],
  } = await client.query<ServerPaths>(`
    select (select setting from pg_config where name = 'BINDIR') as programs, current_setting('data_directory') as folder`);
  await client.end();
  if (!paths) throw new Error('The test PostgreSQL does not report its data folder.');
  return paths;
}
