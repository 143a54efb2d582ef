import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Principal } from './principal';

/** The request's principal; only available on non-public routes. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext): Principal =>
  getPrincipal(context),
);

export function getPrincipal(context: ExecutionContext): Principal {
  return context.switchToHttp().getRequest<Request>().user as Principal;
}
