import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';

import { readJsonBody } from './json-body';

/**
 * Reads JSON bodies, after the guards: nobody makes us read a body who may not send it. Bodies of other types are left to
 * the route. A client that waits to be asked for the body (`Expect: 100-continue`) is asked here.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers.expect) context.switchToHttp().getResponse<Response>().writeContinue();
    if (request.is('json')) request.body = await readJsonBody(request);
    return next.handle();
  }
}
