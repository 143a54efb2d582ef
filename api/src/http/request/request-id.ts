import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';

// Long enough for any tracing scheme, without characters that could forge a log line.
const VALID_ID = /^[\w.:-]{1,128}$/;

/** Assigns an id to every request and returns it in a response header: the caller's id if valid, otherwise a new id. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const requestId = request.get(HEADER);
  response.setHeader(HEADER, requestId && VALID_ID.test(requestId) ? requestId : randomUUID());
  next();
}

export function getRequestId(response: Response): string {
  return String(response.getHeader(HEADER));
}
