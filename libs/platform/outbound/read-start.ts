import type { Readable } from 'node:stream';

export interface BodyStart {
  text: string;
  error?: Error;
}

/**
 * Reads the start of a response body and discards the rest. Never rejects, because the status alone is
 * enough.
 */
export async function readStart(body: Readable, maxBytes: number): Promise<BodyStart> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const decodeText = (): string => Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
    return { text: decodeText() };
  } catch (error) {
    return { text: decodeText(), error: error as Error };
  }
}
