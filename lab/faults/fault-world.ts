import { parse } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import type { Secrets } from '@ringwell/testing/seal-secrets';
import type { TestDatabase } from '@ringwell/testing/test-database';
import type { TestProcess } from '@ringwell/testing/test-process';
import { TestSystem, type ProcessSystem } from '@ringwell/testing/test-system';

import { secondsSince } from './metrics';
import { findProcesses, findWorkFolders, listFiles } from './process-leaks';
import { Sampler } from './sampler';
import { makeShortRecording, TRANSCRIPTION_RESPONSE } from './short-call';

export const RECORDING_PATH = '/recording.wav';

export interface AcknowledgedCall {
  account: TestAccount;
  id: string;
}

export interface UploadOutcome {
  /** `broken` if the connection closed without a response. */
  status: number | 'broken';
  id?: string;
  retryAfter: string | null;
  ms: number;
}

export interface WorldOptions {
  workers?: number;
  env?: Record<string, string>;
  accounts?: number;
  settings?: Partial<AccountSettings>;
  database?: TestDatabase;
  withApi?: boolean;
  storageDir?: string;
}

interface Receiver {
  channel: string;
  /** Returns the call IDs of all messages received, including duplicates. */
  listCallIds: () => string[];
}

export interface InvariantOptions {
  /** Number of messages that may arrive twice, because the product can't know whether they arrived. */
  allowedDuplicates?: number;
  /** Number of calls that must be completed; by default, all acknowledged calls. */
  completed?: number;
  timeoutMs?: number;
  /** Whether recordings may be left for the sweep, because the product can't know whether their call was inserted. */
  allowOrphanRecordings?: boolean;
  /** Whether partial recordings may be left for the sweep, because processes were killed while writing to storage. */
  allowPartialRecordings?: boolean;
}

export interface InvariantReport {
  calls: number;
  completed: number;
  /** Acknowledged calls that are unfinished or unknown. */
  lost: number;
  duplicates: number;
  /** Messages that should have arrived but didn't. */
  missing: number;
  limitViolations: number;
  samples: number;
}

/** A running product with fake vendors. Records all acknowledged calls and checks the invariants after a fault. */
export class FaultWorld {
  readonly acknowledged: AcknowledgedCall[] = [];
  readonly accounts: TestAccount[] = [];
  system!: ProcessSystem;
  sampler!: Sampler;
  private isStopped = false;
  recording!: Buffer;
  /** URL for the next request. Override it if there are several APIs. */
  apiUrl = (): string => this.system.url;
  /** Time after which the sender gives up and a request's outcome is `broken`; five minutes by default. */
  requestTimeoutMs?: number;
  private readonly processes = new Set<TestProcess>();

  private readonly receivers: Receiver[] = [
    { channel: 'callback', listCallIds: () => this.listWebhookCallIds('/callback') },
    { channel: 'webhook', listCallIds: () => this.listWebhookCallIds('/webhook') },
    // Excludes digests of overdue follow-ups, which don't belong to a call.
    {
      channel: 'email',
      listCallIds: () => this.mail.emails.map(({ raw }) => extractCallId(raw)).filter((id) => id !== ''),
    },
  ];

  private constructor(
    readonly provider: FakeTranscriptionServer,
    readonly receiver: FakeWebhookReceiver,
    readonly mail: FakeSmtpServer,
  ) {}

  static async start(options: WorldOptions = {}): Promise<FaultWorld> {
    const world = new FaultWorld(new FakeTranscriptionServer(), new FakeWebhookReceiver(), new FakeSmtpServer());
    world.provider.reply = () => TRANSCRIPTION_RESPONSE;
    await Promise.all([world.provider.start(), world.receiver.start(), world.mail.start()]);
    try {
      await world.startSystem(options);
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  private async startSystem({
    accounts = 2,
    settings = {},
    env = {},
    workers = 1,
    ...otherOptions
  }: WorldOptions): Promise<void> {
    this.recording = await makeShortRecording();
    this.receiver.reply = ({ path }) => ({ body: path === RECORDING_PATH ? this.recording : 'ok' });
    this.system = await TestSystem.start({
      processes: true,
      workers,
      ...otherOptions,
      env: {
        TRANSCRIPTION_BASE_URL: this.provider.baseUrl,
        ...this.mail.settings,
        OUTBOUND_ALLOW: new URL(this.receiver.origin).host,
        WORKER_SLOTS: '8',
        ...env,
      },
    });
    this.sampler = new Sampler(this.system.database.url);
    for (let index = 0; index < accounts; index += 1) await this.addAccount(settings);
  }

  account(index = 0): TestAccount {
    const account = this.accounts[index];
    if (!account) throw new Error(`Unknown account: ${index}.`);
    return account;
  }

  async addAccount(settings: Partial<AccountSettings> = {}, secrets: Secrets = {}): Promise<TestAccount> {
    const account = await this.system.database.makeAccount({
      settings: {
        inboundMinCallTime: 0,
        outboundMinCallTime: 0,
        emailEnabled: true,
        emailNegativeSentiment: true,
        emailAddress: ['dana@example.com'],
        ...settings,
      },
      secrets: { webhookUrl: `${this.receiver.origin}/webhook`, ...secrets },
    });
    this.accounts.push(account);
    return account;
  }

  /** Uploads a recording, and records the call if it's acknowledged. Never rejects. */
  async upload(
    account: TestAccount,
    headers: Record<string, string> = {},
    recording = this.recording,
    fields: Record<string, string> = {},
  ): Promise<UploadOutcome> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('callbackUrl', `${this.receiver.origin}/callback`);
    form.set('audio', new Blob([new Uint8Array(recording)]), 'call.wav');
    return this.submit(account, form, headers);
  }

  async submitLink(
    account: TestAccount,
    recordingUrl = `${this.receiver.origin}${RECORDING_PATH}`,
    headers: Record<string, string> = {},
  ): Promise<UploadOutcome> {
    const body = JSON.stringify({ recordingUrl, callbackUrl: `${this.receiver.origin}/callback` });
    return this.submit(account, body, { 'content-type': 'application/json', ...headers });
  }

  private async submit(
    account: TestAccount,
    body: FormData | string,
    headers: Record<string, string>,
  ): Promise<UploadOutcome> {
    const startedAt = performance.now();
    const { requestTimeoutMs } = this;
    try {
      const response = await fetch(`${this.apiUrl()}/api/n8n/calls`, {
        method: 'POST',
        body,
        ...(requestTimeoutMs !== undefined && { signal: AbortSignal.timeout(requestTimeoutMs) }),
        headers: { authorization: `Bearer ${account.token}`, ...headers },
      });
      const { id } = (await response.json()) as { id?: string };
      if (response.status === 202 && id !== undefined && !this.acknowledged.some((other) => other.id === id))
        this.acknowledged.push({ account, id });
      return {
        status: response.status,
        id,
        retryAfter: response.headers.get('retry-after'),
        ms: performance.now() - startedAt,
      };
    } catch {
      return { status: 'broken', retryAfter: null, ms: performance.now() - startedAt };
    }
  }

  async uploadMany(count: number, concurrency = 4, accounts = this.accounts): Promise<UploadOutcome[]> {
    const outcomes: UploadOutcome[] = [];
    const turns = Array.from({ length: count }, (_, turn) => turn);
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
          outcomes.push(await this.upload(accounts[turn % accounts.length] as TestAccount));
        }
      }),
    );
    return outcomes;
  }

  query<T extends object>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.system.query<T>(sql, parameters);
  }

  async count(sql: string, parameters: unknown[] = []): Promise<number> {
    return Number((await this.query<{ count: string }>(`select count(*) as count from ${sql}`, parameters))[0]?.count);
  }

  /** Polls a condition ten times a second. @param description completes the sentence "Timed out waiting until …" */
  async waitUntil(
    description: string | (() => string),
    condition: () => boolean | Promise<boolean>,
    timeoutMs = 60_000,
  ): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!(await condition())) {
      if (performance.now() > deadline)
        throw new Error(
          `Timed out waiting until ${typeof description === 'string' ? description : description()}.\n${this.lastLogLines()}`,
        );
      await sleep(100);
    }
  }

  /**
   * Reads the durations of accepted uploads in milliseconds from the API's log after the given line, because this
   * process is too busy to measure them.
   */
  readAcceptDurations(firstLine: number): number[] {
    const acceptedLines = this.system.api.log
      .slice(firstLine)
      .filter((line) => line.includes('"method":"POST"') && line.includes('"status":202'));
    return acceptedLines.map((line) => (JSON.parse(line) as { durationMs: number }).durationMs);
  }

  countCompleted(): Promise<number> {
    return this.count(`calls where state = 'completed'`);
  }

  async measureSecondsUntilNextCompletion(): Promise<number> {
    const [completedBefore, startedAt] = [await this.countCompleted(), performance.now()];
    const isAnotherCompleted = async (): Promise<boolean> => (await this.countCompleted()) > completedBefore;
    await this.waitUntil('calls are completed again', isAnotherCompleted, 120_000);
    return secondsSince(startedAt);
  }

  /** Uploads calls until one is accepted. */
  async waitUntilAccepted(timeoutMs?: number): Promise<void> {
    const isAccepted = async (): Promise<boolean> => (await this.upload(this.account())).status === 202;
    await this.waitUntil('uploads are accepted', isAccepted, timeoutMs);
  }

  async waitUntilIdle(timeoutMs = 120_000): Promise<void> {
    await this.waitUntil(
      'every call has finished',
      async () => (await this.count(`calls where state in ('received', 'queued', 'released', 'running')`)) === 0,
      timeoutMs,
    );
    const countOpen = (): Promise<number> =>
      this.count(`deliveries where state not in ('sent', 'failed', 'dead', 'suppressed')`);
    await this.waitUntil('every message has reached a final state', async () => (await countOpen()) === 0, timeoutMs);
  }

  /** Asserts the invariants that must hold after every fault. */
  async assertInvariants(options: InvariantOptions = {}): Promise<InvariantReport> {
    const {
      allowedDuplicates = 0,
      completed = this.acknowledged.length,
      timeoutMs = 120_000,
      allowOrphanRecordings = false,
      allowPartialRecordings = false,
    } = options;
    await this.waitUntilIdle(timeoutMs);
    const states = await this.readStates();
    const receivedCounts = this.receivers.map((receiver) => countById(receiver.listCallIds()));
    const isCompleted = (id: string): boolean => states.get(id) === 'completed';
    const isExpected = (channel: string, id: string): boolean => channel === 'callback' || isCompleted(id);
    const report: InvariantReport = {
      calls: this.acknowledged.length,
      completed: this.acknowledged.filter(({ id }) => isCompleted(id)).length,
      lost: this.acknowledged.filter(
        ({ id }) => !['completed', 'skipped', 'failed', 'timed_out'].includes(states.get(id) ?? ''),
      ).length,
      duplicates: receivedCounts.reduce(
        (total, counts) => total + [...counts.values()].reduce((sum, times) => sum + times - 1, 0),
        0,
      ),
      missing: this.receivers.reduce(
        (sum, { channel }, index) =>
          sum + this.acknowledged.filter(({ id }) => isExpected(channel, id) && !receivedCounts[index]?.has(id)).length,
        0,
      ),
      limitViolations: this.sampler.limitViolations,
      samples: this.sampler.samples,
    };
    expect(report).toMatchObject({ lost: 0, missing: 0, limitViolations: 0, completed });
    expect(report.duplicates).toBeLessThanOrEqual(allowedDuplicates);
    expect(this.findDuplicatesWithNewId()).toEqual([]);
    await this.assertUsageAddsUp();
    await this.assertNoLeftovers(allowOrphanRecordings, allowPartialRecordings);
    return report;
  }

  /** Records the current processes so that their leftovers can be found after they've been replaced. */
  trackProcesses(): void {
    for (const process of [...this.system.apis, ...this.system.workers]) this.processes.add(process);
  }

  /** Stops everything. Can be called after a failed start, and more than once. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    const { sampler, system } = this as Partial<Pick<FaultWorld, 'sampler' | 'system'>>;
    await sampler?.stop();
    await system?.stop();
    await Promise.all([this.provider.stop(), this.receiver.stop(), this.mail.stop()]);
  }

  private lastLogLines(): string {
    return [...this.system.apis, ...this.system.workers].flatMap(({ log }) => log.slice(-12)).join('\n');
  }

  private async readStates(): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    for (const { account, id } of this.acknowledged) {
      const request = (): Promise<{ state: string }> => this.system.fetchCall(account, id);
      states.set(
        id,
        (
          await request()
            .catch(() => sleep(1_000).then(request))
            .catch(() => ({ state: 'unknown' }))
        ).state,
      );
    }
    return states;
  }

  /** Checks that each completed call has one usage record, and that daily and weekly totals match the records. */
  private async assertUsageAddsUp(): Promise<void> {
    const [sums] = await this.query<Record<string, number>>(`select
      (select count(*)::int from calls where state = 'completed') as completed,
      (select count(*)::int from usage_records) as records,
      (select coalesce(sum(minutes), 0)::float8 from usage_records) as minutes,
      (select coalesce(sum(minutes), 0)::float8 from usage_daily) as "dayMinutes",
      (select coalesce(sum(minutes), 0)::float8 from usage_weekly) as "weekMinutes",
      (select coalesce(sum(calls), 0)::int from usage_daily) as "dayCalls"`);
    expect(sums).toMatchObject({
      records: sums?.['completed'],
      dayCalls: sums?.['completed'],
      dayMinutes: sums?.['minutes'],
      weekMinutes: sums?.['minutes'],
    });
  }

  /** Checks for recordings without a call, partial recordings, work folders, and processes still running. */
  private async assertNoLeftovers(allowOrphanRecordings: boolean, allowPartialRecordings: boolean): Promise<void> {
    const calls = new Set((await this.query<{ id: string }>('select id from calls')).map(({ id }) => id));
    // A playable copy is named after the call, too.
    const findOrphans = (): string[] =>
      listFiles(this.system.storageDir).filter((file) => !calls.has(parse(file).name));
    // Storage health checks briefly create a temporary file.
    await this.waitUntil(
      'partial recordings are deleted',
      () => allowPartialRecordings || !findOrphans().some((file) => file.startsWith('.temporary/')),
      10_000,
    );
    if (!allowOrphanRecordings) expect(findOrphans().filter((file) => !file.startsWith('.temporary/'))).toEqual([]);
    // A run that has lost its call may not notice until the other run finishes.
    this.trackProcesses();
    const pids = [...this.processes].map(({ pid }) => pid);
    const findLeftovers = (): string[] => [...findWorkFolders(pids), ...findProcesses(pids)];
    await this.waitUntil(
      () => `no run has leftovers (${findLeftovers().join(', ')})`,
      () => findLeftovers().length === 0,
      30_000,
    );
    expect(findLeftovers()).toEqual([]);
  }

  /** Finds copies of messages with a different ID, which receivers can't recognize as duplicates. */
  private findDuplicatesWithNewId(): string[] {
    const ids = new Map<string, Set<unknown>>();
    for (const { path, raw, headers } of this.receiver.requests) {
      if (path === RECORDING_PATH) continue;
      const { type, data } = JSON.parse(raw) as { type: string; data: { id: string } };
      const subject = type.startsWith('call.') ? 'call' : type;
      const message = `${path} ${subject} ${data.id}`;
      ids.set(message, (ids.get(message) ?? new Set()).add(headers['webhook-id']));
    }
    return [...ids].filter(([, distinctIds]) => distinctIds.size > 1).map(([message]) => message);
  }

  private listWebhookCallIds(path: string): string[] {
    return this.receiver.requests
      .filter((request) => request.path === path && request.raw.startsWith('{"type":"call.'))
      .map(({ raw }) => (JSON.parse(raw) as { data: { id: string } }).data.id);
  }
}

export function countRejected(outcomes: readonly UploadOutcome[]): number {
  return outcomes.filter(({ status }) => status !== 202).length;
}

/** Extracts the call ID from an email's link. Quoted-printable text may have line breaks anywhere. */
function extractCallId(raw: string): string {
  return (
    /calls\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? ''
  );
}

function countById(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
