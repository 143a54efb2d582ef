import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import type { Principal } from './principal';

// Far longer than that of any browser.
const MAX_USER_AGENT_LENGTH = 500;

// How a dual-stack socket names IPv4 addresses.
const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/i;

/** Who makes the request and from where, for the activity log; during impersonation, the administrator. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

export function actorOf(request: Request): Actor {
  const principal = request.user as Principal | undefined;
  const impersonator = principal?.credential.kind === 'session' ? principal.credential.impersonator : null;
  return {
    userId: impersonator?.userId ?? principal?.userId ?? null,
    ipAddress: request.ip?.replace(MAPPED_IPV4, '') ?? null,
    userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ...(impersonator && { impersonatedUserId: principal?.userId }),
  };
}
