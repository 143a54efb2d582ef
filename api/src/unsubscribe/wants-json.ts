import type { Request } from 'express';

export function wantsJson(request: Request): boolean {
  return request.accepts(['html', 'json']) === 'json';
}
