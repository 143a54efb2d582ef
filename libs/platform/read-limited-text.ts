import type { Readable } from 'node:stream';

/** @throws Error if the stream exceeds `maxBytes` */
export async function readLimitedText(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`More than ${maxBytes} bytes arrived.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
