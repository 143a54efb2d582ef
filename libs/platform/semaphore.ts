/** Runs a limited number of tasks concurrently, in order of arrival. */
export class Semaphore {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  /** @param maxHoldMs after this time, a task's slot is freed even if it's still running; unlimited by default */
  constructor(
    private readonly maxConcurrent = 1,
    private readonly maxHoldMs?: number,
  ) {}

  /** Runs the task once a slot is free. @throws the signal's reason if aborted while waiting */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running >= this.maxConcurrent) await this.acquire(signal);
    else this.running += 1;
    let hasSlot = true;
    const releaseOnce = (): void => {
      if (hasSlot) this.release();
      hasSlot = false;
    };
    const timer = this.maxHoldMs === undefined ? undefined : setTimeout(releaseOnce, this.maxHoldMs);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      releaseOnce();
    }
  }

  private release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }

  private acquire(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancelWaiting = (): void => {
        this.queue.splice(this.queue.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', cancelWaiting);
        resolve();
      };
      this.queue.push(start);
      signal?.addEventListener('abort', cancelWaiting, { once: true });
    });
  }
}
