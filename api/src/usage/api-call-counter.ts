import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { UsageRepository, type ApiCallCount } from '@ringwell/database/billing/usage.repository';
import { utcDay } from '@ringwell/domain/usage-days';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { LOGGER } from '@ringwell/platform/logging/logger.module';

const FLUSH_INTERVAL_MS = 5_000;
/** Accounts and days that are remembered while the database is away; about 3 MB. */
const MAX_COUNTS = 10_000;

/**
 * Counts the requests of bearer clients in memory and writes the sums every few seconds: a request never waits for its count.
 * What cannot be written is kept and written later. A process that is killed loses its last seconds; if PostgreSQL commits
 * but its answer is lost, those seconds count twice. Neither is ever billed.
 */
@Injectable()
export class ApiCallCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  private counts = new Map<string, ApiCallCount>();
  private timer?: NodeJS.Timeout;
  private flushing?: Promise<void>;
  /** Requests that found no room. */
  private lost = 0;

  constructor(
    private readonly usage: UsageRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
  }

  /** The requests are done by now, and the database is closed after every other module. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flushing; // it does not know the last requests
    await this.flush();
    this.lost += sumOf(this.counts.values());
    if (this.lost > 0)
      this.logger.warn({ lost: this.lost }, 'API calls are missing in the usage: the database was away until the end.');
  }

  /** One request of an account, now. */
  count(userId: string): void {
    this.add({ userId, day: utcDay(new Date()), apiCalls: 1 });
  }

  /** Writes what was counted so far. Never rejects: a failure goes to the log, and the counts stay for the next time. */
  flush(): Promise<void> {
    this.flushing ??= this.write().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async write(): Promise<void> {
    const batch = [...this.counts.values()];
    if (batch.length === 0) return;
    this.counts = new Map();
    try {
      await this.usage.addApiCalls(batch);
    } catch (err) {
      this.logger.warn(
        { err, apiCalls: sumOf(batch) },
        'API calls could not be written to the usage; they are kept and written later.',
      );
      for (const count of batch) this.add(count);
    }
  }

  private add(count: ApiCallCount): void {
    const key = `${count.day} ${count.userId}`;
    const known = this.counts.get(key);
    if (known) known.apiCalls += count.apiCalls;
    else if (this.counts.size < MAX_COUNTS) this.counts.set(key, count);
    else this.lost += count.apiCalls;
  }
}

function sumOf(counts: Iterable<ApiCallCount>): number {
  return [...counts].reduce((sum, { apiCalls }) => sum + apiCalls, 0);
}
