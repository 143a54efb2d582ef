import { setImmediate } from 'node:timers/promises';

/** What several gauges show of one reading: a scrape asks them all at once, and the source once. */
export class SharedReading<T> {
  private reading?: Promise<T | undefined>;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** `undefined` when the source does not answer, which is told to `onError`. */
  get(): Promise<T | undefined> {
    // A moment later: a gauge of this process's own connections must not see those that the reading itself takes.
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
