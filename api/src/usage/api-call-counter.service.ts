import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

import { UsageRepository, type ApiCallCount } from '@ringwell/database/billing/usage.repository';
import { utcHour } from '@ringwell/domain/billing/usage-days';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

const FLUSH_INTERVAL_MS = 5_000;
// Maximum number of counts in memory while the database is unavailable, one per account and hour: about 3 MB.
const MAX_COUNTS = 10_000;

/**
 * Counts API calls with a bearer token in memory and writes the sums every few seconds, so requests don't have to wait.
 * The latest counts are lost if the process is killed, and are added twice if PostgreSQL commits but its response is
 * lost. API calls are not billed.
 */
@Injectable()
export class ApiCallCounterService implements OnApplicationBootstrap, OnApplicationShutdown {
  private counts = new Map<string, ApiCallCount>();
  private timer?: NodeJS.Timeout;
  private pendingFlush?: Promise<void>;
  // Number of requests that were dropped because of `MAX_COUNTS`.
  private lostCount = 0;

  constructor(
    private readonly usage: UsageRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.pendingFlush; // a running flush may have started before the last requests
    await this.flush();
    this.lostCount += sumApiCalls(this.counts.values());
    if (this.lostCount > 0)
      this.logger.warn({ lost: this.lostCount }, 'usage: lost API call counts, database unavailable until shutdown');
  }

  count(accountId: string): void {
    this.add({ accountId, hour: utcHour(new Date()), apiCalls: 1 });
  }

  /** Writes the current counts. Never rejects: failures are logged, and the counts are kept for the next flush. */
  flush(): Promise<void> {
    this.pendingFlush ??= this.write().finally(() => {
      this.pendingFlush = undefined;
    });
    return this.pendingFlush;
  }

  private async write(): Promise<void> {
    const batch = [...this.counts.values()];
    if (batch.length === 0) return;
    this.counts = new Map();
    try {
      await this.usage.addApiCalls(batch);
    } catch (err) {
      this.logger.warn({ err, apiCalls: sumApiCalls(batch) }, 'usage: failed to write API call counts, will retry');
      for (const count of batch) this.add(count);
    }
  }

  private add(count: ApiCallCount): void {
    const key = `${count.hour} ${count.accountId}`;
    const existingCount = this.counts.get(key);
    if (existingCount) existingCount.apiCalls += count.apiCalls;
    else if (this.counts.size < MAX_COUNTS) this.counts.set(key, count);
    else this.lostCount += count.apiCalls;
  }
}

function sumApiCalls(counts: Iterable<ApiCallCount>): number {
  return [...counts].reduce((sum, { apiCalls }) => sum + apiCalls, 0);
}
