import type { Readable } from 'node:stream';

/**
 * A stream on its way into a store: counted, ended by a signal, and with its own error told apart from the store's.
 * `close` must be called at the end.
 */
export class RecordingSource implements AsyncIterable<Buffer> {
  bytes = 0;
  private error?: unknown;

  constructor(
    private readonly source: Readable,
    private readonly signal?: AbortSignal,
  ) {
    // From here on: an upload may break off before the first piece of it is asked for.
    source.on('error', this.remember);
    signal?.addEventListener('abort', this.stop, { once: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.source as AsyncIterable<Buffer>) {
        this.bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.remember(error);
      throw error;
    }
  }

  /** Whether a failure came from here rather than from the store. */
  failedWith(error: unknown): boolean {
    return this.error !== undefined && this.error === error;
  }

  close(): void {
    this.signal?.removeEventListener('abort', this.stop);
    this.source.destroy();
  }

  private readonly remember = (error: unknown): void => {
    this.error = error;
  };
  private readonly stop = (): void => {
    this.source.destroy();
  };
}
