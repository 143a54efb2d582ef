import type { NextFunction, Request, Response } from 'express';

import { getStoredAddress } from '../request/client-address';
import { findRejection, getRoute } from './find-rejection';
import type { SecurityRecorder } from './security-recorder.service';

/** The account and user of a request; null for visitors. */
export interface RequestParty {
  userId: string | null;
  accountId: string | null;
}

// Far longer than any browser's user agent.
export const MAX_USER_AGENT_LENGTH = 500;

/** Records every request that was rejected for security reasons. */
export function recordRejections(recorder: SecurityRecorder, getParty: (request: Request) => RequestParty) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const requestParty = getParty(request);
      const rejection = findRejection(request, response, requestParty.accountId !== null);
      if (!rejection) return;
      const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
      recorder.record(rejection, {
        ...requestParty,
        address: getStoredAddress(response),
        userAgent,
        route: getRoute(request),
      });
    });
    next();
  };
}
