import type { Readable } from 'node:stream';

/**
 * An upload's source stream: counts bytes, follows a signal, and distinguishes its own errors from the storage's. Call
 * `close` at the end.
 */
export class RecordingSource implements AsyncIterable<Buffer> {
  bytes = 0;
  private error?: unknown;

  constructor(
    private readonly source: Readable,
    private readonly signal?: AbortSignal,
  ) {
    // Listens from the start, because an upload may be cut off before its first chunk is read.
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
