import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';

// Long enough for any tracing scheme, without characters that could forge a log line.
const VALID_ID = /^[\w.:-]{1,128}$/;

/** Assigns every request an id, which the response header returns: the caller's if valid, otherwise a new one. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  response.setHeader(HEADER, given && VALID_ID.test(given) ? given : randomUUID());
  next();
}

export function getRequestId(response: Response): string {
  return String(response.getHeader(HEADER));
}
