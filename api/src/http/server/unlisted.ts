import type { NextFunction, Request, Response } from 'express';

const SHARED = /^\/(api\/)?shared\//;

/** Keeps the addresses of shared calls, which are secrets, out of caches, search engines and other sites' logs. */
export function unlistSharedCalls(request: Request, response: Response, next: NextFunction): void {
  if (SHARED.test(request.path))
    response.set({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  next();
}
