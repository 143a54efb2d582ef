import { randomUUID } from 'node:crypto';

import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';

/** Long enough for any tracing scheme, and free of anything that could forge a line of a log. */
const SANE = /^[\w.:-]{1,128}$/;

/** Gives every request an id: the caller's own when it is sane, else a new one. It comes back in the header. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  response.setHeader(HEADER, given && SANE.test(given) ? given : randomUUID());
  next();
}

/** The id that `assignRequestId` gave. */
export function requestIdOf(response: Response): string {
  return String(response.getHeader(HEADER));
}
