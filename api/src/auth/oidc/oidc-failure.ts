import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

import { AppError } from '@ringwell/domain/app-error';

/** What the provider says when the person did not agree (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const DECLINED = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** Faults of the provider that pass. */
const PASSING = new Set(['server_error', 'temporarily_unavailable']);

/** What the token endpoint says of a code that is wrong, used or too old (RFC 6749, 5.2). */
const BAD_CODE = 'invalid_grant';

/** The sign-in at the provider cannot be gone on with: begun too long ago, in another browser, twice, or not here at all. */
export function signInExpired(cause?: unknown): AppError {
  return new AppError({
    kind: 'invalid',
    code: 'SIGN_IN_EXPIRED',
    message: 'This sign-in has expired or was used already. Please start again.',
    cause,
  });
}

/** Whatever failed between us and the provider, in words for the person who wanted to sign in. */
export function toSignInFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuthorizationResponseError) return refusedByProvider(error);
  if (error instanceof ResponseBodyError && error.error === BAD_CODE) return signInExpired(error);
  if (isConnectionFailure(error)) return unreachable(error);
  return new AppError({
    kind: 'provider',
    code: 'SIGN_IN_PROVIDER_FAILED',
    cause: error,
    retryable: true, // so that it is logged
    message:
      'The sign-in provider gave an answer that we cannot use. Please try again; if it stays like this, tell whoever runs this product.',
  });
}

function refusedByProvider(error: AuthorizationResponseError): AppError {
  if (DECLINED.has(error.error)) {
    return new AppError({
      kind: 'forbidden',
      code: 'SIGN_IN_DECLINED',
      cause: error,
      message: 'The sign-in was cancelled at the provider. Start again if you want to go on.',
    });
  }
  if (PASSING.has(error.error)) return unreachable(error);
  return new AppError({
    kind: 'provider',
    code: 'SIGN_IN_PROVIDER_REFUSED',
    cause: error,
    retryable: true,
    message: 'The sign-in provider does not accept how this product asks. Please tell whoever runs it.',
  });
}

function unreachable(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'SIGN_IN_PROVIDER_AWAY',
    cause,
    retryable: true,
    message: 'The sign-in provider cannot be reached right now. Please try again in a moment.',
  });
}

/** `fetch` rejects with this; openid-client hands it on as it is or as a cause. */
const FETCH_FAILED = 'fetch failed';

function isConnectionFailure(error: unknown): boolean {
  const isTimeout = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
  return (
    isTimeout ||
    messageOf(error) === FETCH_FAILED ||
    (error instanceof ClientError && messageOf(error.cause) === FETCH_FAILED)
  );
}

function messageOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
}
