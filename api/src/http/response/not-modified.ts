import type { Request, Response } from 'express';

/**
 * Responds with 304 if the client's copy is still current (If-None-Match), even for range requests.
 * @returns whether it responded
 */
export function respondNotModified(
  request: Request,
  response: Response,
  headers: { ETag: string; 'Cache-Control': string },
): boolean {
  response.set(headers); // `request.fresh` compares these headers with the request
  if (request.fresh) {
    response.status(304).end();
    return true;
  }
  for (const name of Object.keys(headers)) response.removeHeader(name); // an error response must not be cached
  return false;
}
