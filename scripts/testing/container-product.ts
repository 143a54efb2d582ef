import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { PRODUCT_ROLE, getProductUrl, testSettings } from '@ringwell/testing/test-settings';

import { freePort } from './clone';

const [PROGRAM = '', ...ARGS] = JSON.parse(process.env['CONTAINER_COMMAND'] ?? '[]') as string[];
const execute = promisify(execFile);

/** The product only writes to its volumes and /tmp, and doesn't need any capabilities. */
const RESTRICTION_ARGS = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all'],
  ...['--security-opt', 'no-new-privileges'],
];
// Podman's own limits exceed those of a container it runs in, and its health checks require systemd.
const COMMON_ARGS = [
  '--rm',
  '--network',
  'host',
  '--no-healthcheck',
  '--ulimit',
  'nofile=1024:1024',
  '--ulimit',
  'nproc=2048:2048',
];

/** Runs an engine command and returns its output. @throws with its output if it fails */
export async function runEngine(...args: string[]): Promise<string> {
  return (await execute(PROGRAM, [...ARGS, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
}

export class Container {
  output = '';
  private readonly process: ChildProcess;

  constructor(
    readonly name: string,
    options: string[],
  ) {
    this.process = spawn(PROGRAM, [...ARGS, 'run', '--name', name, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  async waitForOutput(text: string): Promise<void> {
    for (const deadline = Date.now() + 120_000; !this.output.includes(text); await sleep(50))
      if (this.process.exitCode !== null || Date.now() > deadline)
        throw new Error(`${this.name} did not print "${text}":\n${this.output}`);
  }

  /** Resolves with the exit code once the process exits. */
  async waitForExit(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  /** Returns the complete output once the process exits. @throws with the output if it failed */
  async readOutput(): Promise<string> {
    if ((await this.waitForExit()) !== 0) throw new Error(`${this.name} failed:\n${this.output}`);
    return this.output;
  }

  exec(...command: string[]): Promise<string> {
    return runEngine('exec', this.name, ...command);
  }

  /** Stops like `docker stop`, with the time limit from docker-compose.yml. */
  async stop(): Promise<number | null> {
    if (this.process.exitCode === null) await runEngine('stop', '--time', '40', this.name);
    return this.waitForExit();
  }
}

/** The database, volume and settings of an installation whose processes run in containers from any image version. */
export class ContainerProduct {
  private readonly containers: Container[] = [];
  private readonly id = `ringwell-test-${randomBytes(4).toString('hex')}`;
  private readonly database = this.id.replaceAll('-', '_');
  private port = 0;
  private settings: Record<string, string> = {};
  token = '';

  async prepare(): Promise<void> {
    await this.runAdminSql(`create database ${this.database} owner ${PRODUCT_ROLE}`);
    await runEngine('volume', 'create', this.id);
    this.port = await freePort();
    this.settings = {
      DATABASE_URL: getProductUrl(this.database),
      REDIS_URL: testSettings().redisUrl,
      QUEUE_PREFIX: this.id,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      SESSION_KEY: randomBytes(32).toString('base64'),
      ALLOW_HTTP: 'true',
      PORT: String(this.port),
      METRICS_PORT: String(await freePort()),
      WORKER_METRICS_PORT: String(await freePort()),
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @param user defaults to the image's user */
  createContainer(image: string, command: string[], { user }: { user?: string } = {}): Container {
    const container = new Container(`${this.id}-${this.containers.length}`, [
      ...COMMON_ARGS,
      ...RESTRICTION_ARGS,
      ...['--volume', `${this.id}:/data`],
      ...(user === undefined ? [] : ['--user', user]),
      ...Object.entries(this.settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      image,
      ...command,
    ]);
    this.containers.push(container);
    return container;
  }

  /** Runs one of the product's programs until it exits. @throws with its output if it fails */
  runProgram(image: string, script: string, ...args: string[]): Promise<string> {
    return this.createContainer(image, ['node', `dist/${script}`, ...args]).readOutput();
  }

  /** Starts api and worker, which serve requests and process calls. */
  async start(image: string, options: { user?: string } = {}): Promise<{ api: Container; worker: Container }> {
    const api = this.createContainer(image, [], options);
    const worker = this.createContainer(image, ['node', 'dist/worker/src/main.js'], options);
    await Promise.all([api.waitForOutput('api: listening'), worker.waitForOutput('worker: started')]);
    return { api, worker };
  }

  /** @throws with the response unless it's a success */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.token}`, ...init.headers },
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response;
  }

  async stop(): Promise<void> {
    await Promise.all(this.containers.map((container) => container.stop()));
    await runEngine('volume', 'rm', '--force', this.id);
    await this.runAdminSql(`drop database if exists ${this.database} with (force)`);
  }

  private async runAdminSql(sql: string): Promise<void> {
    const client = new Client({ connectionString: testSettings().databaseUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
}
