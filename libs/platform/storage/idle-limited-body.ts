import { finished, Readable } from 'node:stream';

/**
 * Passes through a body from the network, and fails if the sender sends nothing for too long. Only the time that the
 * reader spends waiting for data counts, because readers such as audio players may pause.
 */
export class IdleLimitedBody extends Readable {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly body: Readable,
    private readonly idleMs: number,
    private readonly createError: () => Error,
  ) {
    super();
    body.pause().on('data', (chunk: Buffer) => {
      clearTimeout(this.timer);
      if (!this.push(chunk)) body.pause();
    });
    finished(body, { writable: false }, (error) => {
      clearTimeout(this.timer);
      if (error) this.destroy(error);
      else this.push(null);
    });
  }

  override _read(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.destroy(this.createError()), this.idleMs);
    this.body.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.timer);
    this.body.destroy();
    callback(error);
  }
}
