import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { TestAccount } from './make-account';
import { createTestDatabase, type TestDatabase } from './test-database';
import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { NO_CONFIRMATION, NO_RATE_LIMITS, testSettings } from './test-settings';

export interface CallAnswer {
  id: string;
  state: string;
  attempts: number;
  skipReason: string | null;
  error: { code: string; message: string } | null;
  result: {
    sentiment: string;
    label: string;
    summary: string;
    confidence: number;
    keyPoints: string[];
    evidence: unknown[];
  } | null;
  transcript: { engine: string; segments: { speaker: string; text: string }[] } | null;
  durationSeconds: number | null;
  processingSeconds: number | null;
  usageMinutes: number | null;
}

// Shared by the workers of all systems.
export const TEST_WORK_DIR = join(tmpdir(), `ringwell-test-work-${userInfo().uid}`);
const FINAL = ['completed', 'skipped', 'failed', 'timed_out'];

export class TestProcess {
  readonly log: string[] = [];
  private readonly child: ChildProcess;

  /** @param openFiles limit of open files and connections */
  constructor(script: string, env: Record<string, string>, { openFiles }: { openFiles?: number } = {}) {
    const [program, args] =
      openFiles === undefined
        ? [process.execPath, [script]]
        : ['/bin/sh', ['-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, process.execPath, script]];
    this.child = spawn(program, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream) createInterface(stream).on('line', (line) => this.log.push(line));
    }
  }

  async said(words: string, timeoutMs = 120_000): Promise<string> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const line = this.log.find((candidate) => candidate.includes(words));
      if (line !== undefined) return line;
      if (this.child.exitCode !== null || Date.now() > until)
        throw new Error(`No line with "${words}" in:\n${this.log.join('\n')}`);
      await sleep(25);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** `null` while it runs, and after a signal. */
  get exitCode(): number | null {
    return this.child.exitCode;
  }

  get endedBySignal(): NodeJS.Signals | null {
    return this.child.signalCode;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const gone = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await gone)[0];
  }
}

export interface SystemOptions {
  workers?: number;
  /** Without an API, the test starts its own ones with `startApi` or `launchApi`. */
  withApi?: boolean;
  env?: Record<string, string>;
  /** A database on another server than the test server. */
  database?: TestDatabase;
  /** An existing folder, which the test removes. */
  storageDir?: string;
}

/** The product as it runs in production: API processes and workers, with their own database and storage folder. */
export class TestSystem {
  /** All that were started, including those that have ended. */
  readonly workers: TestProcess[] = [];
  /** All that were started, including those that have ended. */
  readonly apis: TestProcess[] = [];
  /** The latest API that `startApi` started. */
  api!: TestProcess;
  url = '';
  /** The clone whose build runs in the processes that start from now on. */
  clone = '.';

  private constructor(
    readonly database: TestDatabase,
    readonly storageDir: string,
    private readonly env: Record<string, string>,
    private readonly keepsStorage: boolean,
  ) {}

  static async start({ workers = 1, withApi = true, env = {}, ...given }: SystemOptions = {}): Promise<TestSystem> {
    const database = given.database ?? (await createTestDatabase());
    const storageDir = given.storageDir ?? (await mkdtemp(join(tmpdir(), 'ringwell-storage-')));
    const keepsStorage = given.storageDir !== undefined;
    const settings = {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      REDIS_URL: testSettings().redisUrl,
      QUEUE_PREFIX: `test-${randomUUID()}`,
      STORAGE_DIR: storageDir,
      WORK_DIR: TEST_WORK_DIR,
      MODELS_DIR: join(storageDir, 'no-models'),
      SECRETS_KEY: TEST_KEY,
      SESSION_KEY: TEST_SESSION_KEY,
      PORT: '0',
      TRANSCRIPTION_ENGINE: 'auto',
      TRANSCRIPTION_MODEL: 'whisper-large-v3', // one request for each side, with times
      ANALYSIS_ENGINE: 'local',
      ...NO_RATE_LIMITS,
      ...NO_CONFIRMATION,
      ...env,
    };
    const system = new TestSystem(database, storageDir, settings, keepsStorage);
    try {
      await Promise.all([
        ...(withApi ? [system.startApi()] : []),
        ...Array.from({ length: workers }, () => system.startWorker()),
      ]);
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  async startApi(env: Record<string, string> = {}, limits: { openFiles?: number } = {}): Promise<void> {
    this.api = this.launchApi(env, limits);
    const line = JSON.parse(await this.api.said('api: listening')) as { address: string };
    this.url = line.address.replace('localhost', '127.0.0.1');
  }

  async startWorker(env: Record<string, string> = {}): Promise<TestProcess> {
    const worker = this.launchWorker(env);
    await worker.said('worker: started');
    return worker;
  }

  /** Does not wait until the API listens. */
  launchApi(env: Record<string, string> = {}, limits: { openFiles?: number } = {}): TestProcess {
    const api = new TestProcess(join(this.clone, 'dist/api/src/main.js'), { ...this.env, ...env }, limits);
    this.apis.push(api);
    return api;
  }

  /** Does not wait until the worker has started. */
  launchWorker(env: Record<string, string> = {}): TestProcess {
    const worker = new TestProcess(join(this.clone, 'dist/worker/src/main.js'), { ...this.env, ...env });
    this.workers.push(worker);
    return worker;
  }

  async submit(
    account: TestAccount,
    file: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<string> {
    const form = new FormData();
    form.set('audio', await openAsBlob(file), basename(file));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const response = await fetch(`${this.url}/api/n8n/calls`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${account.token}`, ...headers },
    });
    return this.acceptedId(response);
  }

  async submitUrl(account: TestAccount, recordingUrl: string, fields: Record<string, string> = {}): Promise<string> {
    const response = await fetch(`${this.url}/api/n8n/calls`, {
      method: 'POST',
      body: JSON.stringify({ recordingUrl, ...fields }),
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    });
    return this.acceptedId(response);
  }

  async call(account: TestAccount, id: string): Promise<CallAnswer> {
    const response = await fetch(`${this.url}/api/n8n/calls/${id}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    if (response.status !== 200)
      throw new Error(`GET of the call answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as CallAnswer;
  }

  /** Resolves with the call once it meets a condition; by default, once it is final. */
  async until(
    account: TestAccount,
    id: string,
    met = (call: CallAnswer): boolean => FINAL.includes(call.state),
    timeoutMs = 120_000,
  ): Promise<CallAnswer> {
    const limit = Date.now() + timeoutMs;
    for (;;) {
      const call = await this.call(account, id);
      if (met(call)) return call;
      if (Date.now() > limit)
        throw new Error(
          `The call is still ${call.state} (${JSON.stringify(call.error)}).\n${this.workers.flatMap((worker) => worker.log.slice(-15)).join('\n')}`,
        );
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map((process_) => process_.stop('SIGKILL')));
    await this.database.drop();
    if (!this.keepsStorage) await rm(this.storageDir, { recursive: true, force: true });
  }

  private async acceptedId(response: Response): Promise<string> {
    const body = (await response.json()) as { id: string };
    if (response.status !== 202)
      throw new Error(`The call was not accepted: ${response.status} ${JSON.stringify(body)}`);
    return body.id;
  }
}
