import type { Judgment } from '@ringwell/domain/calls/analysis';
import { MAX_CALL_ATTEMPTS } from '@ringwell/domain/calls/call';
import { callRetryDelayMs } from '@ringwell/domain/calls/call-retry-delays';
import { supportsLanguage } from '@ringwell/domain/calls/review-limit';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { AppError } from '@ringwell/domain/errors/app-error';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { providerError } from '../provider-error';
import { Judge, type AnalyzeOptions, type CallContext, type Draft } from './analyst';

// The fallback takes less than a second even for the longest calls. The remaining time allows for a busy machine and
// the final writes.
const RESERVE_MS = 15_000;
// A later attempt has to wait for a free slot, and still needs time for the fallback.
const NEXT_ATTEMPT_MS = 60_000;

const ONE_DAY_MS = 86_400_000;

/**
 * Falls back to another judge immediately when the preferred one is unavailable, and records the preferred one in
 * `fallbackFrom`. If the fallback doesn't support the language, throws a transient error so that the run is retried, as
 * long as there's time for another attempt before the call's deadline.
 */
export class FallbackAnalyst extends Judge {
  readonly engine: string;

  /** @param onFallback receives the error's code */
  constructor(
    private readonly preferred: Judge,
    private readonly fallback: Judge,
    private readonly onFallback: (code: string) => void,
  ) {
    super();
    this.engine = preferred.engine;
  }

  /**
   * @throws the preferred judge's transient error if the fallback doesn't support the language and there's time for
   *   another attempt; or the signal's reason
   */
  override async judge(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions,
  ): Promise<Judgment & { draft?: Draft }> {
    const { attempts = MAX_CALL_ATTEMPTS, msUntilDeadline = ONE_DAY_MS } = options;
    const deadlineAt = performance.now() + msUntilDeadline;
    const result = await this.tryPreferred(transcript, context, { ...options, msUntilDeadline });
    if (!(result instanceof AppError)) return result;
    const canWait = result.retryable && !supportsLanguage(this.fallback.engine, transcript);
    if (canWait && hasTimeForRetry(result, attempts, deadlineAt - performance.now())) throw result;
    this.onFallback(result.code);
    return { ...(await this.fallback.judge(transcript, context, options)), fallbackFrom: this.engine };
  }

  // Returns provider errors and throws all others.
  private async tryPreferred(
    transcript: Transcript,
    context: CallContext,
    options: AnalyzeOptions & { msUntilDeadline: number },
  ): Promise<(Judgment & { draft?: Draft }) | AppError> {
    const limit = startTimeLimit(Math.max(options.msUntilDeadline - RESERVE_MS, 0), options.signal);
    try {
      return await this.preferred.judge(transcript, context, { ...options, signal: limit.signal });
    } catch (error) {
      options.signal.throwIfAborted();
      if (limit.hasPassed)
        return providerError({ provider: 'The language model', area: 'ANALYSIS', isTimeout: true, cause: error });
      if (error instanceof AppError && error.kind === 'provider') return error;
      throw error;
    } finally {
      limit.end();
    }
  }
}

function hasTimeForRetry({ retryAfterMs = 0 }: AppError, attempts: number, msLeft: number): boolean {
  if (attempts >= MAX_CALL_ATTEMPTS) return false;
  return Math.max(callRetryDelayMs(attempts), retryAfterMs) + NEXT_ATTEMPT_MS < msLeft;
}
