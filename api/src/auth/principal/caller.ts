import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import { getActor } from './actor';
import type { Principal } from './principal';

/** The user making a request, and what the activity log records about them. */
export interface Caller extends Principal {
  actor: Actor;
}

/** Passes the request's caller to the route; only available on non-public routes. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => ({
  ...getPrincipal(context),
  actor: getActor(context.switchToHttp().getRequest<Request>()),
}));

export function getPrincipal(context: ExecutionContext): Principal {
  return context.switchToHttp().getRequest<Request>().user as Principal;
}
