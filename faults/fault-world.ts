import { setTimeout as sleep } from 'node:timers/promises';

import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import { rows } from '@ringwell/database/postgres/sql';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { FakeSmtpServer } from '@ringwell/testing/fake-smtp-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver } from '@ringwell/testing/fake-webhook-receiver';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import type { TestDatabase } from '@ringwell/testing/test-database';
import { TEST_KEY, TestSystem, type TestProcess } from '@ringwell/testing/test-system';

import { Sampler } from './sampler';
import { SAID, shortRecording } from './short-call';
import { filesBelow, programsOf, workFoldersOf } from './traces';

const RECORDING_PATH = '/recording.wav';

/** A call that the API has acknowledged. */
export interface Acknowledged {
  account: TestAccount;
  id: string;
}

/** What an upload came to. `broken` when the connection ended without an answer. */
export interface UploadOutcome {
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
}

/** A channel as its receiver sees it. */
interface Receiver {
  channel: string;
  /** The call of each message that arrived, as often as it arrived. */
  received: () => string[];
}

export interface Expectation {
  /** Messages that may have arrived twice, because nobody could know. */
  doublesAllowed?: number;
  /** All that were acknowledged, when not said. */
  completed?: number;
  timeoutMs?: number;
  /** Recordings may be left for the sweep: nobody could know whether their call was written. */
  mayHaveOrphans?: boolean;
}

/** What became of everything that was handed in. */
export interface Reckoning {
  calls: number;
  completed: number;
  /** Acknowledged calls that have no end, or that nobody knows. */
  lost: number;
  /** Messages that arrived more than once. */
  doubled: number;
  /** Messages that were owed and did not arrive. */
  missing: number;
  overshoots: number;
  samples: number;
}

/** The product with everything around it, and the books of what was handed in. */
export class FaultWorld {
  readonly acknowledged: Acknowledged[] = [];
  readonly accounts: TestAccount[] = [];
  system!: TestSystem;
  /** Of what each account has under way. */
  sampler!: Sampler;
  private isStopped = false;
  recording!: Buffer;
  /** Of every process that ever ran. */
  private readonly processes = new Set<TestProcess>();

  /** Adding a channel is adding a line. */
  private readonly receivers: Receiver[] = [
    { channel: 'callback', received: () => this.webhooks('/callback') },
    { channel: 'webhook', received: () => this.webhooks('/webhook') },
    { channel: 'email', received: () => this.mail.mails.map(({ raw }) => callIn(raw)) },
  ];

  private constructor(
    readonly provider: FakeTranscriptionServer,
    readonly receiver: FakeWebhookReceiver,
    readonly mail: FakeSmtpServer,
  ) {}

  static async start(options: WorldOptions = {}): Promise<FaultWorld> {
    const world = new FaultWorld(new FakeTranscriptionServer(), new FakeWebhookReceiver(), new FakeSmtpServer());
    world.provider.reply = () => SAID;
    await Promise.all([world.provider.start(), world.receiver.start(), world.mail.start()]);
    try {
      await world.begin(options);
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  private async begin({ accounts = 2, settings = {}, env = {}, workers = 1, database }: WorldOptions): Promise<void> {
    this.recording = await shortRecording();
    this.receiver.reply = ({ path }) => ({ body: path === RECORDING_PATH ? this.recording : 'ok' });
    this.system = await TestSystem.start({
      workers,
      ...(database && { database }),
      env: {
        TRANSCRIPTION_BASE_URL: this.provider.baseUrl,
        SMTP_URL: this.mail.url,
        MAIL_FROM: 'Ringwell <calls@example.com>',
        SUPPORT_EMAIL: 'support@example.com',
        OUTBOUND_ALLOW: new URL(this.receiver.origin).host,
        WORKER_SLOTS: '8',
        ...env,
      },
    });
    this.sampler = new Sampler(this.system.database.url);
    for (let made = 0; made < accounts; made += 1) await this.addAccount(settings);
  }

  /** One with a webhook and alerts by mail. */
  async addAccount(settings: Partial<AccountSettings> = {}): Promise<TestAccount> {
    const account = await makeAccount(this.system.database.dataSource, {
      settings: {
        inboundMinCallTime: 0,
        outboundMinCallTime: 0,
        emailEnabled: true,
        emailNegativeSentiment: true,
        emailAddress: ['dana@example.com'],
        ...settings,
      },
    });
    const { id } = account.user;
    await this.query('update account_settings set sealed_webhook_url = $2 where user_id = $1', [
      id,
      new SecretBox(TEST_KEY).seal(`${this.receiver.origin}/webhook`, SEALED_FIELDS.webhookUrl(id)),
    ]);
    this.accounts.push(account);
    return account;
  }

  /** Hands a recording in; an acknowledged one goes into the books. Never rejects. */
  async upload(
    account: TestAccount,
    headers: Record<string, string> = {},
    recording = this.recording,
  ): Promise<UploadOutcome> {
    const form = new FormData();
    form.set('callbackUrl', `${this.receiver.origin}/callback`);
    form.set('audio', new Blob([new Uint8Array(recording)]), 'call.wav');
    return this.handIn(account, form, headers);
  }

  /** The same with a link to a recording, as webhooks have it. @param recordingUrl by default one that leads to a recording */
  async submitLink(
    account: TestAccount,
    recordingUrl = `${this.receiver.origin}${RECORDING_PATH}`,
  ): Promise<UploadOutcome> {
    const body = JSON.stringify({ recordingUrl, callbackUrl: `${this.receiver.origin}/callback` });
    return this.handIn(account, body, { 'content-type': 'application/json' });
  }

  private async handIn(
    account: TestAccount,
    body: FormData | string,
    headers: Record<string, string>,
  ): Promise<UploadOutcome> {
    const startedAt = performance.now();
    try {
      const response = await fetch(`${this.system.url}/api/n8n/calls`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${account.token}`, ...headers },
      });
      const { id } = (await response.json()) as { id?: string };
      if (response.status === 202 && id !== undefined && !this.acknowledged.some((known) => known.id === id))
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

  /** Hands in so many, some at a time, the accounts in turn. */
  async uploadMany(count: number, atOnce = 4, accounts = this.accounts): Promise<UploadOutcome[]> {
    const outcomes: UploadOutcome[] = [];
    const turns = Array.from({ length: count }, (_, turn) => turn);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
          outcomes.push(await this.upload(accounts[turn % accounts.length] as TestAccount));
        }
      }),
    );
    return outcomes;
  }

  query<T extends object>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return rows<T>(this.system.database.dataSource.manager, sql, parameters);
  }

  async count(sql: string, parameters: unknown[] = []): Promise<number> {
    return Number((await this.query<{ count: string }>(`select count(*) as count from ${sql}`, parameters))[0]?.count);
  }

  /** Waits for a condition, asked ten times a second. */
  async until(what: string | (() => string), met: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
    const limit = performance.now() + timeoutMs;
    while (!(await met())) {
      if (performance.now() > limit)
        throw new Error(`It did not come to this: ${typeof what === 'string' ? what : what()}.\n${this.lastLines()}`);
      await sleep(100);
    }
  }

  /** How long the API took for each upload that it accepted since that line of its log, in milliseconds: our own process is busy with much else. */
  takingTimes(firstLine: number): number[] {
    const accepted = this.system.api.log
      .slice(firstLine)
      .filter((line) => line.includes('"method":"POST"') && line.includes('"status":202'));
    return accepted.map((line) => (JSON.parse(line) as { durationMs: number }).durationMs);
  }

  /** Everything handed in has ended, and all messages have. */
  async settle(timeoutMs = 120_000): Promise<void> {
    await this.until(
      'every call has ended',
      async () => (await this.count(`calls where state in ('received', 'queued', 'released', 'running')`)) === 0,
      timeoutMs,
    );
    const open = (): Promise<number> =>
      this.count(`deliveries where state not in ('sent', 'failed', 'dead', 'suppressed')`);
    await this.until('every message has ended', async () => (await open()) === 0, timeoutMs);
  }

  /** What must hold after every fault. */
  async expectWhole(expectation: Expectation = {}): Promise<Reckoning> {
    const {
      doublesAllowed = 0,
      completed = this.acknowledged.length,
      timeoutMs = 120_000,
      mayHaveOrphans = false,
    } = expectation;
    await this.settle(timeoutMs);
    const states = await this.states();
    const received = this.receivers.map((receiver) => countOf(receiver.received()));
    const isCompleted = (id: string): boolean => states.get(id) === 'completed';
    const owed = (channel: string, id: string): boolean => channel === 'callback' || isCompleted(id);
    const reckoning: Reckoning = {
      calls: this.acknowledged.length,
      completed: this.acknowledged.filter(({ id }) => isCompleted(id)).length,
      lost: this.acknowledged.filter(
        ({ id }) => !['completed', 'skipped', 'failed', 'timed_out'].includes(states.get(id) ?? ''),
      ).length,
      doubled: received.reduce(
        (all, counts) => all + [...counts.values()].reduce((sum, times) => sum + times - 1, 0),
        0,
      ),
      missing: this.receivers.reduce(
        (all, { channel }, at) =>
          all + this.acknowledged.filter(({ id }) => owed(channel, id) && !received[at]?.has(id)).length,
        0,
      ),
      overshoots: this.sampler.overshoots,
      samples: this.sampler.samples,
    };
    expect(reckoning).toMatchObject({ lost: 0, missing: 0, overshoots: 0, completed });
    expect(reckoning.doubled).toBeLessThanOrEqual(doublesAllowed);
    expect(this.unrecognisableRepeats()).toEqual([]);
    await this.expectUsageAddsUp();
    await this.expectNothingLeft(mayHaveOrphans);
    return reckoning;
  }

  processIds(): number[] {
    for (const one of [this.system.api, ...this.system.workers]) this.processes.add(one);
    return [...this.processes].map(({ pid }) => pid);
  }

  /** Also when it has not started, or was stopped before. */
  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    const { sampler, system } = this as Partial<Pick<FaultWorld, 'sampler' | 'system'>>;
    await sampler?.stop();
    await system?.stop();
    await Promise.all([this.provider.stop(), this.receiver.stop(), this.mail.stop()]);
  }

  lastLines(): string {
    return [this.system.api, ...this.system.workers].flatMap(({ log }) => log.slice(-12)).join('\n');
  }

  /** Of the acknowledged calls, as the API tells them to their owners. */
  private async states(): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    for (const { account, id } of this.acknowledged) {
      const ask = (): Promise<{ state: string }> => this.system.call(account, id);
      states.set(
        id,
        (
          await ask()
            .catch(() => sleep(1_000).then(ask))
            .catch(() => ({ state: 'unknown' }))
        ).state,
      );
    }
    return states;
  }

  /** Usage is written once for each completed call, and the days and weeks are its sums. */
  private async expectUsageAddsUp(): Promise<void> {
    const [sums] = await this.query<Record<string, number>>(`select
      (select count(*)::int from calls where state = 'completed') as completed, (select count(*)::int from usage_records) as records,
      (select coalesce(sum(minutes), 0)::float8 from usage_records) as minutes, (select coalesce(sum(minutes), 0)::float8 from usage_daily) as "dayMinutes",
      (select coalesce(sum(minutes), 0)::float8 from usage_weekly) as "weekMinutes", (select coalesce(sum(calls), 0)::int from usage_daily) as "dayCalls"`);
    expect(sums).toMatchObject({
      records: sums?.['completed'],
      dayCalls: sums?.['completed'],
      dayMinutes: sums?.['minutes'],
      weekMinutes: sums?.['minutes'],
    });
  }

  /** No recording without a call, no half of one, no folder of a run, no program that still works. */
  private async expectNothingLeft(mayHaveOrphans: boolean): Promise<void> {
    const calls = new Set((await this.query<{ id: string }>('select id from calls')).map(({ id }) => id));
    const orphans = (): string[] =>
      filesBelow(this.system.storageDir).filter((file) => !calls.has(file.split('/').at(-1) ?? ''));
    // The storage is tried out now and then, by a file that is gone at once.
    await this.until('nothing half is left', () => !orphans().some((file) => file.startsWith('.temporary/')), 10_000);
    if (!mayHaveOrphans) expect(orphans().filter((file) => !file.startsWith('.temporary/'))).toEqual([]);
    // A run that lost its call to another one may learn of it only after that one has ended.
    const pids = this.processIds();
    const left = (): string[] => [...workFoldersOf(pids), ...programsOf(pids)];
    await this.until(
      () => `no run has left anything (${left().join(', ')})`,
      () => left().length === 0,
      30_000,
    );
    expect(left()).toEqual([]);
  }

  /** Messages that arrived again under another id, so that their receiver could not tell. */
  private unrecognisableRepeats(): string[] {
    const ids = new Map<string, Set<unknown>>();
    for (const { path, raw, headers } of this.receiver.requests) {
      if (path === RECORDING_PATH) continue;
      const message = `${path} ${(JSON.parse(raw) as { data: { id: string } }).data.id}`;
      ids.set(message, (ids.get(message) ?? new Set()).add(headers['webhook-id']));
    }
    return [...ids].filter(([, different]) => different.size > 1).map(([message]) => message);
  }

  private webhooks(path: string): string[] {
    return this.receiver.requests
      .filter((request) => request.path === path)
      .map(({ raw }) => (JSON.parse(raw) as { data: { id: string } }).data.id);
  }
}

/** A mail leads to its call. Lines of quoted-printable text may be broken anywhere. */
function callIn(raw: string): string {
  return (
    /calls\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/.exec(raw.replaceAll('=\r\n', ''))?.[1] ?? ''
  );
}

function countOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
