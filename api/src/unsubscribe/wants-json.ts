import type { Request } from 'express';

/** Whether who asks would rather have JSON than a page. */
export function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}
