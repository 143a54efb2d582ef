import type { Request } from 'express';

/** Whether the client prefers JSON to a page. */
export function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}
