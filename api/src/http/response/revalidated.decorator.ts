import { createHash } from 'node:crypto';

import {
  applyDecorators,
  Header,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { tap, type Observable } from 'rxjs';

class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    // Express responds with 304 if the request's If-None-Match header contains this tag.
    return next.handle().pipe(tap((body: unknown) => response.set('ETag', entityTag(body))));
  }
}

function entityTag(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url')}"`;
}

/**
 * Marks a route that pages poll. Browsers keep the response, revalidate it every time, and get a 304 while it is
 * unchanged. They must revalidate, because another user may have signed in since.
 */
export function Revalidated(): MethodDecorator {
  return applyDecorators(Header('Cache-Control', 'private, no-cache'), UseInterceptors(EntityTagInterceptor));
}
