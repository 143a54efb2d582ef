import { setTimeout as sleep } from 'node:timers/promises';

/** Returns one result per item, in the same order. */
export type BatchWork<Item, Result> = (items: Item[]) => Promise<Result[]>;

export interface BatcherLimits {
  maxItems: number;
  /** How long the next batch waits for this one to finish before it starts anyway. */
  maxWaitMs: number;
  /** Minimum time between the starts of two batches; 0 by default. */
  gapMs?: number;
}

interface PendingItem<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects items into the next batch while one is running. Under load, one statement or round trip serves many
 * requests; otherwise nothing is delayed.
 */
export class Batcher<Item, Result> {
  private waiting: PendingItem<Item, Result>[] = [];
  private isBatchPending = false;

  constructor(
    private readonly work: BatchWork<Item, Result>,
    private readonly limits: BatcherLimits,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isBatchPending) this.scheduleStart();
    });
  }

  // Waits for the current event loop turn to end, so that requests read together share a batch.
  private scheduleStart(): void {
    this.isBatchPending = this.waiting.length > 0;
    if (this.isBatchPending) setImmediate(() => void this.start());
  }

  private async start(): Promise<void> {
    const { maxItems, maxWaitMs, gapMs = 0 } = this.limits;
    const batch = this.waiting.splice(0, maxItems);
    const gap = gapMs > 0 ? sleep(gapMs) : undefined;
    let timer: NodeJS.Timeout | undefined;
    const waitTimeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs);
    });
    await Promise.race([this.finish(batch), waitTimeout]);
    clearTimeout(timer);
    await gap;
    this.scheduleStart();
  }

  private async finish(batch: PendingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
