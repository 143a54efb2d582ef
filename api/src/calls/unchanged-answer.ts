import type { Request, Response } from 'express';

/**
 * Answers 304 when the client's copy is still current (If-None-Match), whatever part of it is asked for.
 * @returns whether the request is answered with it
 */
export function answerUnchanged(
  request: Request,
  response: Response,
  headers: { ETag: string; 'Cache-Control': string },
): boolean {
  response.set(headers); // what Express compares with the request
  if (request.fresh) {
    response.status(304).end();
    return true;
  }
  for (const name of Object.keys(headers)) response.removeHeader(name); // an error that may follow has others
  return false;
}
