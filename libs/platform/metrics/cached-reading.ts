import { setImmediate } from 'node:timers/promises';

/** Shares one query among all gauges in a scrape. */
export class CachedReading<T> {
  private reading?: Promise<T | undefined>;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Returns `undefined` if the query fails, and calls `onError` with the error. */
  get(): Promise<T | undefined> {
    // Delayed so that this process's connection gauges don't count the query's own connection.
    this.reading ??= setImmediate()
      .then(() => this.read())
      .catch((error: unknown) => {
        this.onError(error);
        return undefined;
      })
      .finally(() => {
        this.reading = undefined;
      });
    return this.reading;
  }
}
