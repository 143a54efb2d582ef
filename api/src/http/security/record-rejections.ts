import type { NextFunction, Request, Response } from 'express';

import { getStoredAddress } from '../request/client-address';
import { findRejection, getRoute } from './find-rejection';
import type { SecurityRecorder } from './security-recorder.service';

/** The account and user of a request; null for visitors. */
export interface Requester {
  userId: string | null;
  accountId: string | null;
}

// Far longer than any browser's user agent.
export const MAX_USER_AGENT_LENGTH = 500;

/** Records every request that was rejected for security reasons. */
export function recordRejections(recorder: SecurityRecorder, getRequester: (request: Request) => Requester) {
  return (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const requester = getRequester(request);
      const rejection = findRejection(request, response, requester.accountId !== null);
      if (!rejection) return;
      const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
      recorder.record(rejection, {
        ...requester,
        address: getStoredAddress(response),
        userAgent,
        route: getRoute(request),
      });
    });
    next();
  };
}
