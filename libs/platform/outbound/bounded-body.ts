import { Transform, type TransformCallback } from 'node:stream';

import type { Deadline } from './deadline';
import { responseTooLarge } from './outbound-error';

/**
 * A response body as a stream that fails with an AppError at the size limit, at the deadline, or if the remote service
 * cuts it off.
 */
export class BoundedBody extends Transform {
  private bytes = 0;

  constructor(
    private readonly target: { hostname: string },
    private readonly maxBytes: number,
    private readonly deadline: Deadline,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) callback(responseTooLarge(this.target, this.maxBytes));
    else callback(null, chunk);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.deadline.end();
    callback(error && this.deadline.explain(error, this.target));
  }
}
