import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work for several items in one go. @returns one result for each of them, in their order */
export type BatchWork<Item, Result> = (items: Item[]) => Promise<Result[]>;

export interface BatcherLimits {
  /** Items of one batch. */
  maxItems: number;
  /** A batch that takes longer, in milliseconds, holds up the next one no more. */
  holdMs: number;
  /** Milliseconds that two batches are apart at least; none unless said otherwise. */
  gapMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers items while a batch is under way; they are the next one. So under load one statement or one round trip does for many
 * requests, and without load nobody waits.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  /** A batch is about to start, or under way. */
  private isHeld = false;

  constructor(
    private readonly work: BatchWork<Item, Result>,
    private readonly limits: BatcherLimits,
  ) {}

  /** The result of this item. Rejects when its batch fails. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isHeld) this.startSoon();
    });
  }

  /** What the requests that are read together ask for comes in one turn of the event loop. */
  private startSoon(): void {
    this.isHeld = this.waiting.length > 0;
    if (this.isHeld) setImmediate(() => void this.start());
  }

  private async start(): Promise<void> {
    const { maxItems, holdMs, gapMs = 0 } = this.limits;
    const batch = this.waiting.splice(0, maxItems);
    const gap = gapMs > 0 ? sleep(gapMs) : undefined;
    let timer: NodeJS.Timeout | undefined;
    const held = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, holdMs);
    });
    await Promise.race([this.finish(batch), held]);
    clearTimeout(timer);
    await gap;
    this.startSoon();
  }

  private async finish(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
