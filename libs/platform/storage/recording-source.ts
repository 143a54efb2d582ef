import type { Readable } from 'node:stream';

/**
 * An upload's source stream. Counts bytes, stops if the signal is aborted, and distinguishes its own errors from the
 * storage's. Call `close` when done.
 */
export class RecordingSource implements AsyncIterable<Buffer> {
  bytes = 0;
  private error?: unknown;

  constructor(
    private readonly source: Readable,
    private readonly signal?: AbortSignal,
  ) {
    // Listens from the start, because an upload may be cut off before its first chunk is read.
    source.on('error', this.rememberError);
    signal?.addEventListener('abort', this.stopReading, { once: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.source as AsyncIterable<Buffer>) {
        this.bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      this.rememberError(error);
      throw error;
    }
  }

  isSourceError(error: unknown): boolean {
    return this.error !== undefined && this.error === error;
  }

  close(): void {
    this.signal?.removeEventListener('abort', this.stopReading);
    this.source.destroy();
  }

  private readonly rememberError = (error: unknown): void => {
    this.error = error;
  };
  private readonly stopReading = (): void => {
    this.source.destroy();
  };
}
