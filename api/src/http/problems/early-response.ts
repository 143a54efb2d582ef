import type { Request, Response } from 'express';

import { MAX_RECORDING_BYTES } from '@ringwell/domain/accounts/account-limits';

// Enough for the rest of a maximum-size upload. A proxy that has already read the whole upload, such as nginx,
// sends it all before it reads the response, and reports 502 if the connection is reset before then.
const MAX_DISCARDED_BYTES = MAX_RECORDING_BYTES + 10 * 1_048_576;
const MAX_DISCARD_MS = 15_000;

export function isBodyPending(request: Request): boolean {
  return !request.complete;
}

/**
 * Responds to a request whose body has not been read completely, and closes the connection. Closing immediately would
 * lose the response, because a client that is still sending gets a connection reset. Reading to the end, Node's
 * default, would let a client tie up the server. So after sending the response, this discards the rest of the body, up
 * to `MAX_DISCARDED_BYTES` and for at most `MAX_DISCARD_MS`, before closing.
 */
export function respondBeforeBodyEnds(request: Request, response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', body.length);
  response.write(body); // Content-Length tells the client where the response ends; `end` would close the connection
  let remainingBytes = MAX_DISCARDED_BYTES;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', discard).off('end', finish).off('close', finish).pause();
    response.end();
  };
  const discard = (chunk: Buffer): void => {
    remainingBytes -= chunk.length;
    if (remainingBytes <= 0) finish();
  };
  const timer = setTimeout(finish, MAX_DISCARD_MS);
  request.unpipe();
  request.on('data', discard).on('end', finish).on('close', finish).resume();
}
