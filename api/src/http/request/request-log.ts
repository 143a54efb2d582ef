import type { NextFunction, Request, Response } from 'express';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import type { HttpMetrics } from '@ringwell/platform/metrics/http-metrics';

import { requestIdOf } from './request-id';

/** What a log shows for a client that went away before its answer; the number is nginx's. */
const CLIENT_CLOSED = 499;

/** Measures every request and writes one line about it. Never its query or its body. */
export function observeRequests(logger: Logger, metrics: HttpMetrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationSeconds = (performance.now() - startedAt) / 1_000;
      const answered = {
        method: request.method,
        route: routeOf(request),
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED,
      };
      metrics.observe({ ...answered, durationSeconds });
      logger[answered.route.startsWith('/api/health') ? 'debug' : 'info'](
        { ...answered, durationMs: Math.round(durationSeconds * 1_000), requestId: requestIdOf(response) },
        'request',
      );
    });
    next();
  };
}

/** The pattern of the route; everything that matches none shares one name. */
function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
