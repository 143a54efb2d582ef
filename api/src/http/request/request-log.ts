import type { NextFunction, Request, Response } from 'express';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import type { HttpMetrics } from '@ringwell/platform/metrics/http-metrics';

import type { RequestParty } from '../security/observe-refusals';
import { rememberedProblem } from '../security/refusal';
import { pathPatternOf } from '../security/refusal-of-request';
import { rememberedAddress } from './client-address';
import { requestIdOf } from './request-id';

// Logged when the client disconnected before the response was sent; nginx uses the same status.
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Measures and logs every request: what, for whom and from where, without names, query string and body.
 * @param partyOf who makes the request
 */
export function observeRequests(logger: Logger, metrics: HttpMetrics, partyOf: (request: Request) => RequestParty) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationSeconds = (performance.now() - startedAt) / 1_000;
      const outcome = {
        method: request.method,
        route: pathPatternOf(request),
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      };
      metrics.observe({ ...outcome, durationSeconds });
      const { accountId, userId } = partyOf(request);
      logger[outcome.route.startsWith('/api/health') ? 'debug' : 'info'](
        {
          ...outcome,
          durationMs: Math.round(durationSeconds * 1_000),
          requestId: requestIdOf(response),
          address: rememberedAddress(response),
          accountId: accountId ?? undefined,
          userId: userId ?? undefined,
          code: rememberedProblem(response)?.code,
        },
        'http: request completed',
      );
    });
    next();
  };
}
