import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { finalize, type Observable } from 'rxjs';

import { rateLimited } from '@ringwell/domain/errors/app-error';

import { ApiProblems } from '../../http/problems/problem.dto';
import type { RoutePolicyName } from '../../http/throttling/throttle-policies';
import { Throttled } from '../../http/throttling/throttled.decorator';
import { getPrincipal } from '../principal/caller';

const MAX_CONCURRENT_EXPORTS = 2;
const RETRY_AFTER_MS = 10_000;

// Counts running exports per account. Exports compete with all other requests to this process for CPU and memory.
const runningCounts = new Map<string, number>();

/** Marks a route that reads many rows. Each account can run two exports at a time and start sixty every ten minutes. */
export function LimitedExport(...policies: Extract<RoutePolicyName, 'search'>[]): MethodDecorator {
  const started = policies.length > 0 ? 'too many exports or searches were started' : 'were started';
  return applyDecorators(
    Throttled(['export', ...policies]),
    UseInterceptors(ConcurrentExportsInterceptor),
    ApiProblems({ 429: `Too many exports are running, or ${started} in the last few minutes.` }),
  );
}

/** Marks a route that exports a table as CSV. @param example a table that the API's documentation shows */
export function CsvExport(example: string, ...policies: Parameters<typeof LimitedExport>): MethodDecorator {
  return applyDecorators(
    LimitedExport(...policies),
    ApiOkResponse({
      description: 'A table with a header row.',
      content: { 'text/csv': { schema: { type: 'string', example } } },
    }),
  );
}

class ConcurrentExportsInterceptor implements NestInterceptor {
  /** @throws AppError `RATE_LIMITED` */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { accountId } = getPrincipal(context);
    const count = runningCounts.get(accountId) ?? 0;
    if (count >= MAX_CONCURRENT_EXPORTS)
      throw rateLimited('RATE_LIMITED', 'This account already has two exports running. Try again when one finishes.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    runningCounts.set(accountId, count + 1);
    return next.handle().pipe(
      finalize(() => {
        const remainingCount = (runningCounts.get(accountId) ?? 1) - 1;
        if (remainingCount > 0) runningCounts.set(accountId, remainingCount);
        else runningCounts.delete(accountId);
      }),
    );
  }
}
