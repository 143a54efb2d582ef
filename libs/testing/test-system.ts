import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { rows } from '@ringwell/database/postgres/sql';

import { startLocalApi, startLocalWorker } from './local-service';
import type { TestAccount } from './make-account';
import { createTestDatabase, type TestDatabase } from './test-database';
import { TEST_KEY, TEST_SESSION_KEY } from './test-keys';
import { TestProcess, type TestService } from './test-process';
import { NO_CONFIRMATION, NO_RATE_LIMITS, testSettings } from './test-settings';

export interface CallResponse {
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

// Shared by all systems' workers.
export const TEST_WORK_DIR = join(tmpdir(), `ringwell-test-work-${userInfo().uid}`);
/** The first twelve seconds of samples/neutral.mp3, for tests that don't depend on a call's length. */
export const SHORT_CALL = join(__dirname, 'short-call.mp3');
const FINAL_STATES = ['completed', 'skipped', 'failed', 'timed_out'];

export interface SystemOptions {
  workers?: number;
  /** Without an API, the test starts its own with `startApi` or `launchApi`. */
  withApi?: boolean;
  env?: Record<string, string>;
  /** A database on a different server than the test server. */
  database?: TestDatabase;
  /** An existing folder, which the test removes. */
  storageDir?: string;
}

/** A system of processes that a test can signal and inspect. */
export type ProcessSystem = TestSystem<TestProcess>;

/**
 * The product with its own database and storage folder. API and workers run in the test's process, because separate
 * processes take two seconds each to start. With `processes`, they run as in production, for tests that kill them or
 * check their exit, memory, limits or accounts. `startWorkerProcess` adds one to a system of either kind.
 */
export class TestSystem<Service extends TestService = TestService> {
  /** All started workers, including stopped ones. */
  readonly workers: Service[] = [];
  /** All started APIs, including stopped ones. */
  readonly apis: Service[] = [];
  /** The latest API started by `startApi`. */
  api!: Service;
  url = '';
  /** The clone whose build new processes run. */
  clone = '.';

  private constructor(
    readonly database: TestDatabase,
    readonly storageDir: string,
    private readonly env: Record<string, string>,
    private readonly keepsStorage: boolean,
    private readonly usesProcesses: boolean,
  ) {}

  static async start(options: SystemOptions & { processes: true }): Promise<ProcessSystem>;
  static async start(options?: SystemOptions): Promise<TestSystem>;
  static async start({
    workers = 1,
    withApi = true,
    env = {},
    processes = false,
    ...resources
  }: SystemOptions & { processes?: boolean } = {}): Promise<TestSystem> {
    const database = resources.database ?? (await createTestDatabase());
    const storageDir = resources.storageDir ?? (await mkdtemp(join(tmpdir(), 'ringwell-storage-')));
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
      TRANSCRIPTION_MODEL: 'whisper-large-v3', // one request per side, with timestamps
      ANALYSIS_ENGINE: 'local',
      ...NO_RATE_LIMITS,
      ...NO_CONFIRMATION,
      ...env,
    };
    const system = new TestSystem(database, storageDir, settings, resources.storageDir !== undefined, processes);
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

  /** Starts an API. In the test's process, the previous one must have stopped. @param limits limits for its process */
  async startApi(env: Record<string, string> = {}, limits: { openFiles?: number } = {}): Promise<void> {
    if (this.usesProcesses) {
      const api = this.launchApi(env, limits);
      this.api = narrowService<Service>(api);
      const line = JSON.parse(await api.waitForLog('api: listening')) as { address: string };
      this.url = line.address.replace('localhost', '127.0.0.1');
    } else {
      const { service, url } = await startLocalApi({ ...this.env, ...env });
      this.api = narrowService<Service>(service);
      this.apis.push(this.api);
      this.url = url;
    }
  }

  async startWorker(env: Record<string, string> = {}): Promise<Service> {
    if (this.usesProcesses) return narrowService<Service>(await this.startWorkerProcess(env));
    const worker = narrowService<Service>(await startLocalWorker({ ...this.env, ...env }));
    this.workers.push(worker);
    return worker;
  }

  async startWorkerProcess(env: Record<string, string> = {}): Promise<TestProcess> {
    const worker = this.launchWorker(env);
    await worker.waitForLog('worker: started');
    return worker;
  }

  /** Starts a process without waiting until the API listens. */
  launchApi(env: Record<string, string> = {}, limits: { openFiles?: number } = {}): TestProcess {
    const api = new TestProcess(join(this.clone, 'dist/api/src/main.js'), { ...this.env, ...env }, limits);
    this.apis.push(narrowService<Service>(api));
    return api;
  }

  /** Starts a process without waiting until the worker has started. */
  launchWorker(env: Record<string, string> = {}): TestProcess {
    const worker = new TestProcess(join(this.clone, 'dist/worker/src/main.js'), { ...this.env, ...env });
    this.workers.push(narrowService<Service>(worker));
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
    return this.readAcceptedId(response);
  }

  submitUrl(account: TestAccount, recordingUrl: string, fields: Record<string, string> = {}): Promise<string> {
    return this.submitJson(account, { recordingUrl, ...fields });
  }

  async submitJson(account: TestAccount, call: object): Promise<string> {
    const response = await fetch(`${this.url}/api/n8n/calls`, {
      method: 'POST',
      body: JSON.stringify(call),
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    });
    return this.readAcceptedId(response);
  }

  async fetchCall(account: TestAccount, id: string): Promise<CallResponse> {
    const response = await fetch(`${this.url}/api/n8n/calls/${id}`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    if (response.status !== 200)
      throw new Error(`GET of the call returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as CallResponse;
  }

  /** Resolves with the call once it meets a condition; by default, once it is final. */
  async waitForCall(
    account: TestAccount,
    id: string,
    isDone = (call: CallResponse): boolean => FINAL_STATES.includes(call.state),
    timeoutMs = 120_000,
  ): Promise<CallResponse> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const call = await this.fetchCall(account, id);
      if (isDone(call)) return call;
      if (Date.now() > deadline)
        throw new Error(`The call is still ${call.state} (${JSON.stringify(call.error)}).\n${this.lastWorkerLines()}`);
      await sleep(100);
    }
  }

  query<T extends object>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return rows<T>(this.database.manager, sql, parameters);
  }

  /** Resolves with the rows once they meet a condition. */
  waitForRows<T extends object>(sql: string, parameters: unknown[], isMet: (result: T[]) => boolean): Promise<T[]> {
    return this.waitUntil(() => this.query<T>(sql, parameters), isMet);
  }

  /** Resolves with what is read once it meets a condition. */
  async waitUntil<T>(read: () => T | Promise<T>, isMet: (value: T) => boolean, timeoutMs = 120_000): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const value = await read();
      if (isMet(value)) return value;
      if (Date.now() > deadline)
        throw new Error(`Condition not met: ${JSON.stringify(value)}\n${this.lastWorkerLines()}`);
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map((service) => service.kill()));
    await this.database.drop();
    if (!this.keepsStorage) await rm(this.storageDir, { recursive: true, force: true });
  }

  private lastWorkerLines(): string {
    return this.workers.flatMap((worker) => worker.log.slice(-15)).join('\n');
  }

  private async readAcceptedId(response: Response): Promise<string> {
    const body = (await response.json()) as { id: string };
    if (response.status !== 202)
      throw new Error(`The call was not accepted: ${response.status} ${JSON.stringify(body)}`);
    return body.id;
  }
}

/** Any system can contain processes. A `ProcessSystem` only contains processes. */
function narrowService<Service extends TestService>(service: TestService): Service {
  return service as Service;
}
