import { APIConnectionTimeoutError, APIError, BadRequestError, UnprocessableEntityError } from 'openai';

import { AppError } from '@ringwell/domain/errors/app-error';

import { providerError, type ProviderFailure } from '../provider-error';

/** Whether the server rejected the request's contents with a 400 or 422. It may accept a simpler request. */
export function isRejection(error: unknown): boolean {
  return error instanceof BadRequestError || error instanceof UnprocessableEntityError;
}

/** Whether the server rejected the request because it exceeds the context length. The wording varies by server. */
export function isTooLongError(error: unknown): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 413 && error.status !== 422))
    return false;
  return /context[ _-]?(length|size|window)|too (long|many tokens)|exceeds? .*\bcontext\b/i.test(
    `${error.code} ${error.message}`,
  );
}

// OpenAI responds with 429 or 400 when the balance or the budget is used up.
function isUnpaid(error: APIError | undefined): boolean {
  return /^(insufficient_quota|billing_)/.test(String(error?.code));
}

/** Drops the client's own message because it may quote the call. */
export function openaiError(
  error: unknown,
  { provider, area, hasTimedOut }: Pick<ProviderFailure, 'provider' | 'area'> & { hasTimedOut: boolean },
): AppError {
  if (error instanceof AppError) return error;
  const apiError: APIError | undefined = error instanceof APIError ? error : undefined;
  return providerError({
    provider,
    area,
    isTimeout: hasTimedOut || error instanceof APIConnectionTimeoutError,
    isMalformed: error instanceof SyntaxError, // a response declared as JSON that isn't JSON
    status: isUnpaid(apiError) ? 402 : apiError?.status,
    retryAfter: apiError?.headers?.get('retry-after'),
    cause: apiError?.requestID ? new Error(`Request ${apiError.requestID} failed.`) : undefined,
  });
}
