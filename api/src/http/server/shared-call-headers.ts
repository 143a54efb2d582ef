import type { NextFunction, Request, Response } from 'express';

const SHARED_CALL_PATH = /^\/(api\/)?shared\//;

/** Keeps the URLs of shared calls, which are secret, out of caches, search engines and other sites' logs. */
export function setSharedCallHeaders(request: Request, response: Response, next: NextFunction): void {
  if (SHARED_CALL_PATH.test(request.path))
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  next();
}
