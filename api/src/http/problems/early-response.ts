import type { Request, Response } from 'express';

/** Of a body that nobody wants, this much is still read and thrown away. */
export const MAX_DISCARDED_BYTES = 1_048_576;
const MAX_DISCARD_MS = 5_000;

/** Whether part of the request's body is still on its way. */
export function isBodyPending(request: Request): boolean {
  return !request.complete;
}

/**
 * Answers a request whose body is not wanted any more, and closes the connection.
 *
 * Closing it at once would lose the answer: a client that is still sending gets a connection reset and never looks at
 * what came back. Reading on to the end, which is what Node does by itself, lets a client keep us busy for as long as it
 * likes. So the answer goes out whole, a little more of the body is thrown away, and then the connection ends.
 */
export function respondBeforeBodyEnds(request: Request, response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', body.length);
  response.write(body); // the length is known, so the client has all of it; `end` would close the connection
  let left = MAX_DISCARDED_BYTES;
  const finish = (): void => {
    clearTimeout(timer);
    request.off('data', discard).off('end', finish).off('close', finish).pause();
    response.end();
  };
  const discard = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left <= 0) finish();
  };
  const timer = setTimeout(finish, MAX_DISCARD_MS);
  request.unpipe();
  request.on('data', discard).on('end', finish).on('close', finish).resume();
}
