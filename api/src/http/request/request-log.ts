import type { NextFunction, Request, Response } from 'express';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import type { HttpMetrics } from '@ringwell/platform/metrics/http-metrics';

import { requestIdOf } from './request-id';

// Logged when the client disconnected before the response was sent; nginx uses the same status.
const CLIENT_CLOSED_REQUEST = 499;

/** Measures and logs every request, without query string and body. */
export function observeRequests(logger: Logger, metrics: HttpMetrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationSeconds = (performance.now() - startedAt) / 1_000;
      const outcome = {
        method: request.method,
        route: routeOf(request),
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      };
      metrics.observe({ ...outcome, durationSeconds });
      logger[outcome.route.startsWith('/api/health') ? 'debug' : 'info'](
        { ...outcome, durationMs: Math.round(durationSeconds * 1_000), requestId: requestIdOf(response) },
        'http: request completed',
      );
    });
    next();
  };
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
