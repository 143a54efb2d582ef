import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import type { Principal } from './principal';

/** Far longer than any browser's; the rest is noise. */
const MAX_USER_AGENT_LENGTH = 500;

/** Who makes the request and from where, for the activity log. The administrator counts, not the account looked at. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

/** The same from a request. A visitor has no user id. */
export function actorOf(request: Request): Actor {
  const account = request.user as Principal | undefined;
  const impersonator = account?.credential.kind === 'session' ? account.credential.impersonator : null;
  return {
    userId: impersonator?.userId ?? account?.userId ?? null,
    ipAddress: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ...(impersonator && { impersonatedUserId: account?.userId }),
  };
}
