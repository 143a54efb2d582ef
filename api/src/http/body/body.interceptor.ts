import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';

import { unsupportedMedia } from '@ringwell/domain/errors/app-error';

import { readJsonBody } from './json-body';
import { UNPARSED_BODY, type UnparsedBodies } from './unparsed-body.decorator';

/**
 * Reads JSON bodies after the guards, so the bodies of unauthorized requests are never read. Other types are rejected
 * unless the route reads them itself (`@UnparsedBody`). Clients that sent `Expect: 100-continue` get their 100 response
 * here.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const unparsedBodies = this.getUnparsedBodies(context);
    const isJson = Boolean(request.is('json')) && unparsedBodies !== 'any';
    if (!isJson && hasBody(request) && unparsedBodies === undefined)
      throw unsupportedMedia(
        'UNSUPPORTED_CONTENT_TYPE',
        'Only JSON is accepted. Send the body as JSON with the header Content-Type: application/json.',
      );
    if (request.headers.expect) context.switchToHttp().getResponse<Response>().writeContinue();
    if (isJson) request.body = await readJsonBody(request);
    return next.handle();
  }

  private getUnparsedBodies(context: ExecutionContext): UnparsedBodies | undefined {
    return this.reflector.getAllAndOverride<UnparsedBodies | undefined>(UNPARSED_BODY, [
      context.getHandler(),
      context.getClass(),
    ]);
  }
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
