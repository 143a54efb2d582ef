import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { TestAccount } from '@ringwell/testing/make-account';

import type { AcknowledgedCall, FaultWorld, UploadOutcome } from '../fault-world';

const SENDER_COUNT = 4;
const PAUSE_MS = 1_500;
const BURST_SIZE = 15;
const MAX_ATTEMPTS = 20;

/** Statuses for success, a deleted call, a call in progress, an unavailable store, and a full disk. */
const EXPECTED_STATUSES = new Set([200, 202, 404, 409, 503, 507]);

/** An idempotency key, with the call ID from each 202 response. */
interface SentKey {
  account: TestAccount;
  key: string;
  ids: Set<string>;
}

/**
 * Simulates call senders, and users who delete, correct and reprocess calls. Remembers what the product has
 * acknowledged.
 */
export class Traffic {
  readonly keys: SentKey[] = [];
  /** Calls whose deletion was requested, whether or not the response arrived. */
  readonly deleted = new Map<string, 'acknowledged' | 'unanswered'>();
  readonly counts = { uploads: 0, links: 0, repeats: 0, corrections: 0, reprocessed: 0, deletions: 0, broken: 0 };
  /** Failed requests that no fault explains, such as `POST /api/n8n/calls: 500`. */
  readonly failures: string[] = [];
  private isFinished = false;
  private senders: Promise<void>[] = [];

  constructor(
    private readonly world: FaultWorld,
    private readonly random: () => number,
  ) {}

  start(): void {
    this.senders = [
      ...Array.from({ length: SENDER_COUNT }, () => this.sendCalls()),
      this.sendBursts(),
      this.changeCalls(),
    ];
  }

  async stop(): Promise<void> {
    this.isFinished = true;
    await Promise.all(this.senders);
  }

  private async sendCalls(): Promise<void> {
    while (!this.isFinished) {
      const account = this.pickOne(this.world.accounts);
      if (this.random() < 0.2) await this.sendWithoutKey(account);
      else await this.sendWithKey(account);
      await sleep(this.random() * 2 * PAUSE_MS);
    }
  }

  /** Sends bursts of more calls than an account can run, to test the dispatcher's fairness. */
  private async sendBursts(): Promise<void> {
    while (!this.isFinished) {
      const account = this.pickOne(this.world.accounts);
      for (let call = 0; call < BURST_SIZE && !this.isFinished; call += 1) await this.sendWithKey(account);
      for (let pause = 0; pause < 15 && !this.isFinished; pause += 1) await sleep(1_000);
    }
  }

  private async sendWithoutKey(account: TestAccount): Promise<void> {
    this.countOutcome(await this.submit(account, {}));
  }

  /** Retries the request until it's accepted, and sometimes once more, like a sender whose responses get lost. */
  private async sendWithKey(account: TestAccount): Promise<void> {
    const sentKey: SentKey = { account, key: randomUUID(), ids: new Set() };
    this.keys.push(sentKey);
    const isLink = this.random() < 0.3;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const outcome = await this.submit(account, { 'idempotency-key': sentKey.key }, isLink);
      this.countOutcome(outcome);
      if (attempt > 0) this.counts.repeats += 1;
      if (outcome.status === 202 && outcome.id !== undefined) sentKey.ids.add(outcome.id);
      if (outcome.status === 202 && this.random() < 0.8) return;
      if (this.isFinished) return;
      await sleep(200 + this.random() * PAUSE_MS);
    }
  }

  private submit(account: TestAccount, headers: Record<string, string>, isLink = false): Promise<UploadOutcome> {
    this.counts[isLink ? 'links' : 'uploads'] += 1;
    return isLink ? this.world.submitLink(account, undefined, headers) : this.world.upload(account, headers);
  }

  private countOutcome({ status }: UploadOutcome): void {
    if (status !== 202) this.counts.broken += 1;
    this.checkStatus('upload', status);
  }

  private checkStatus(request: string, status: number | 'broken'): void {
    if (typeof status === 'number' && !EXPECTED_STATUSES.has(status)) this.failures.push(`${request}: ${status}`);
  }

  private async changeCalls(): Promise<void> {
    while (!this.isFinished) {
      await sleep(this.random() * 2 * PAUSE_MS);
      const call = this.world.acknowledged[Math.floor(this.random() * this.world.acknowledged.length)];
      if (!call || this.deleted.has(call.id)) continue;
      const roll = this.random();
      if (roll < 0.25) await this.deleteCall(call);
      else if (roll < 0.55) await this.correctCall(call);
      else await this.reprocess(call);
    }
  }

  private async deleteCall(call: AcknowledgedCall): Promise<void> {
    this.deleted.set(call.id, 'unanswered');
    const status = await this.request(call, 'DELETE', `n8n/calls/${call.id}`);
    if (status !== 200) return;
    this.deleted.set(call.id, 'acknowledged');
    this.counts.deletions += 1;
  }

  private async correctCall(call: AcknowledgedCall): Promise<void> {
    const sentiment = this.pickOne(['positive', 'neutral']);
    const status = await this.request(call, 'PUT', `calls/${call.id}/correction`, { sentiment });
    if (status === 200) this.counts.corrections += 1;
  }

  private async reprocess(call: AcknowledgedCall): Promise<void> {
    const status = await this.request(call, 'POST', `calls/${call.id}/reprocess`);
    if (status === 202) this.counts.reprocessed += 1;
  }

  private async request(
    { account }: AcknowledgedCall,
    method: string,
    path: string,
    body?: object,
  ): Promise<number | 'broken'> {
    const status = await fetch(`${this.world.apiUrl()}/api/${path}`, {
      method,
      signal: AbortSignal.timeout(15_000),
      headers: {
        authorization: `Bearer ${account.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 'broken' as const,
    );
    this.checkStatus(`${method} ${path}`, status);
    return status;
  }

  private pickOne<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)] as T;
  }
}
