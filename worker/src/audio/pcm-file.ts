import { open, type FileHandle } from 'node:fs/promises';

import { SAMPLE_RATE } from './frame-track';

// One second, the longest block.
const SILENCE = Buffer.alloc(SAMPLE_RATE * 2);

/** Writes digital silence as holes in the file, so hours of it take no disk space. */
export class PcmFile {
  private position = 0;

  private constructor(private readonly handle: FileHandle) {}

  static async create(path: string): Promise<PcmFile> {
    return new PcmFile(await open(path, 'w', 0o600));
  }

  /** @param samples at most one second */
  async append(samples: Int16Array): Promise<void> {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    if (!bytes.equals(SILENCE.subarray(0, bytes.length))) {
      for (let offset = 0; offset < bytes.length;) {
        const { bytesWritten } = await this.handle.write(bytes, offset, bytes.length - offset, this.position + offset);
        offset += bytesWritten;
      }
    }
    this.position += bytes.length;
  }

  async close(): Promise<void> {
    try {
      await this.handle.truncate(this.position); // extends the file past a hole at the end
    } finally {
      await this.handle.close();
    }
  }
}
