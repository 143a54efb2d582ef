import { APIConnectionTimeoutError, APIError } from 'openai';

import { AppError } from '@ringwell/domain/app-error';

import { providerError, type ProviderFailure } from '../provider-error';

/** Anything the openai client throws, by the rule of `providerError`. Its own texts are dropped: they may quote the call. */
export function openaiFailure(
  error: unknown,
  { provider, area, timedOut }: Pick<ProviderFailure, 'provider' | 'area'> & { timedOut: boolean },
): AppError {
  if (error instanceof AppError) return error;
  const answered: APIError | undefined = error instanceof APIError ? error : undefined;
  return providerError({
    provider,
    area,
    timedOut: timedOut || error instanceof APIConnectionTimeoutError,
    garbage: error instanceof SyntaxError, // an answer that claims to be JSON and is not
    status: answered?.status,
    retryAfter: answered?.headers?.get('retry-after'),
    cause: answered?.requestID ? new Error(`Request ${answered.requestID} failed.`) : undefined,
  });
}
