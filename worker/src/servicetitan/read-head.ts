import { Readable } from 'node:stream';

// file-type's `minimumBytes` for all of its formats.
const HEAD_BYTES = 4_100;

/** Returns the first bytes of a stream (fewer if it's shorter), and a stream of all its bytes. */
export async function readHead(body: Readable): Promise<{ head: Buffer; stream: Readable }> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  return { head, stream: Readable.from(prependHead(head, { [Symbol.asyncIterator]: () => chunks }, body)) };
}

async function* prependHead(head: Buffer, remaining: AsyncIterable<Buffer>, body: Readable): AsyncGenerator<Buffer> {
  try {
    yield head;
    yield* remaining;
  } finally {
    body.destroy(); // in case the reader stops early
  }
}
