import type { NextFunction, Request, Response } from 'express';

const SHARED = /^\/(api\/)?shared\//;

/** Keeps the URLs of shared calls, which are secret, out of caches, search engines and other sites' logs. */
export function unlistSharedCalls(request: Request, response: Response, next: NextFunction): void {
  if (SHARED.test(request.path))
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  next();
}
