import { setImmediate } from 'node:timers/promises';

/** Shares one query among the gauges of a scrape. */
export class SharedReading<T> {
  private reading?: Promise<T | undefined>;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** `undefined` when the query fails; `onError` gets the failure. */
  get(): Promise<T | undefined> {
    // Delayed, so that gauges of this process's connections do not count the query's own.
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
