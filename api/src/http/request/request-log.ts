import type { NextFunction, Request, Response } from 'express';

import type { Logger } from '@ringwell/platform/logging/create-logger';
import type { CompletedRequest, HttpMetrics } from '@ringwell/platform/metrics/http-metrics';
import { startSpan, type OpenSpan } from '@ringwell/platform/tracing/span';

import { getPathPattern } from '../security/find-rejection';
import type { Requester } from '../security/record-rejections';
import { getProblem } from '../security/rejection';
import { getStoredAddress } from './client-address';
import { getRequestId } from './request-id';

// Logged if the client disconnects before the response is sent, as in nginx.
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Measures and logs every request with its account, user and client address, but no names, query strings or bodies.
 * API requests other than health checks also get a span that continues the trace in their `traceparent` header.
 */
export function observeRequests(logger: Logger, metrics: HttpMetrics, getRequester: (request: Request) => Requester) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const span = requestSpan(request);
    const observe = (): void => {
      const durationSeconds = (performance.now() - startedAt) / 1_000;
      const outcome = {
        method: request.method,
        route: getPathPattern(request),
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      };
      metrics.observe({ ...outcome, durationSeconds });
      const { accountId, userId } = getRequester(request);
      const code = getProblem(response)?.code;
      if (span) describeRequest(span, outcome, accountId ?? undefined, code);
      logger[outcome.route.startsWith('/api/health') ? 'debug' : 'info'](
        {
          ...outcome,
          durationMs: Math.round(durationSeconds * 1_000),
          requestId: getRequestId(response),
          address: getStoredAddress(response),
          accountId: accountId ?? undefined,
          userId: userId ?? undefined,
          code,
        },
        'http: request completed',
      );
      span?.end();
    };
    response.once('close', () => (span ? span.run(observe) : observe()));
    if (span) span.run(next);
    else next();
  };
}

function requestSpan({ method, path, headers }: Request): OpenSpan | undefined {
  if (!path.startsWith('/api/') || path.startsWith('/api/health')) return undefined;
  const { traceparent } = headers;
  return startSpan(method, {
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : null,
    attributes: { 'http.request.method': method },
  });
}

function describeRequest(
  span: OpenSpan,
  { method, route, status }: Pick<CompletedRequest, 'method' | 'route' | 'status'>,
  accountId: string | undefined,
  code: string | undefined,
): void {
  span.rename(`${method} ${route}`);
  span.annotate({
    'http.route': route,
    'http.response.status_code': status,
    ...(accountId !== undefined && { 'ringwell.account.id': accountId }),
    ...(code !== undefined && { 'error.type': code }),
  });
  if (status >= 500) span.fail(code ?? String(status));
}
