import type { Readable } from 'node:stream';

export interface ReadStart {
  /** At most the first `maxBytes`, as UTF-8; less when the body failed. */
  text: string;
  /** What the body failed with. */
  fault?: Error;
}

/** Reads the beginning of a response and drops the rest. Never rejects: what the status says holds without the body. */
export async function readStart(body: Readable, maxBytes: number): Promise<ReadStart> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const textOf = (): string => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
    return { text: textOf() };
  } catch (fault) {
    return { text: textOf(), fault: fault as Error };
  }
}
