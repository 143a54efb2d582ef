import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import { clientAddress } from '../../http/request/client-address';
import { MAX_USER_AGENT_LENGTH, type Requester } from '../../http/security/record-rejections';
import type { Principal } from './principal';

/**
 * The user making the request and where it came from, for the activity log; during impersonation, the administrator.
 */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  getActor(context.switchToHttp().getRequest<Request>()),
);

export function getActor(request: Request): Actor {
  const principal = request.user as Principal | undefined;
  const impersonator = principal?.credential.kind === 'session' ? principal.credential.impersonator : null;
  return {
    userId: impersonator?.userId ?? principal?.userId ?? null,
    ipAddress: clientAddress(request),
    userAgent: request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ...(impersonator && { impersonatedUserId: principal?.userId }),
  };
}

/**
 * Returns the request's account, and the user making the request: the administrator during impersonation, and null for
 * tokens.
 */
export function getRequester(request: Request): Requester {
  const principal = request.user as Principal | undefined;
  if (!principal) return { userId: null, accountId: null };
  const { accountId, credential } = principal;
  return { userId: credential.kind === 'token' ? null : getActor(request).userId, accountId };
}
