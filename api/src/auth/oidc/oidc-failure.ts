import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';

import { AppError, forbidden, invalid, providerFailed, unavailable } from '@ringwell/domain/errors/app-error';

// Error codes for a sign-in that the user declined (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6).
const DECLINED_CODES = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

const TRANSIENT_CODES = new Set(['server_error', 'temporarily_unavailable']);

// The provider sends this if the code is wrong, used or expired (RFC 6749, section 5.2).
const INVALID_GRANT = 'invalid_grant';

/** Returns the error for a callback without a pending attempt: it expired, was used, or began in another browser. */
export function signInExpired(cause?: unknown): AppError {
  return invalid('SIGN_IN_EXPIRED', 'This sign-in link has expired or was already used. Please sign in again.', {
    cause,
  });
}

export function toSignInFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof AuthorizationResponseError) return toRejection(error);
  if (error instanceof ResponseBodyError && error.error === INVALID_GRANT) return signInExpired(error);
  if (isUnavailable(error)) return providerUnreachable(error);
  return new AppError({
    kind: 'provider',
    code: 'SIGN_IN_PROVIDER_FAILED',
    cause: error,
    retryable: true, // so that it is logged
    message: describeFailure(error),
  });
}

// The provider does not recognize the client, or expects a different secret (RFC 6749, section 5.2).
const REJECTED_CLIENT_CODES = new Set(['invalid_client', 'unauthorized_client']);

function describeFailure(error: unknown): string {
  if (error instanceof ResponseBodyError && REJECTED_CLIENT_CODES.has(error.error))
    return "The sign-in provider doesn't accept this site. Ask your administrator to check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.";
  if (error instanceof ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return "This site's clock and the sign-in provider's differ too much. Ask your administrator to correct the clock.";
  const issuer = findReportedIssuer(error);
  if (issuer !== undefined)
    return `The sign-in provider identifies itself as ${issuer}. Ask your administrator to set OIDC_ISSUER_URL to that.`;
  return (
    "The sign-in provider sent a response that we can't use. " +
    'Please try again. If it keeps happening, contact support.'
  );
}

/** Returns the issuer named by a discovery document that does not match the issuer in the settings. */
export function findReportedIssuer(error: unknown): string | undefined {
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return undefined;
  const issuer: unknown = (error.cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer;
  return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : undefined;
}

function toRejection(error: AuthorizationResponseError): AppError {
  if (DECLINED_CODES.has(error.error)) {
    return forbidden('SIGN_IN_DECLINED', 'Sign-in was canceled. You can try again anytime.', { cause: error });
  }
  if (TRANSIENT_CODES.has(error.error)) return providerUnreachable(error);
  return providerFailed(
    'SIGN_IN_PROVIDER_REFUSED',
    'The sign-in provider rejected the request. Please contact support.',
    { cause: error, retryable: true },
  );
}

function providerUnreachable(cause: unknown): AppError {
  return unavailable(
    'SIGN_IN_PROVIDER_AWAY',
    'The sign-in provider is unavailable right now. Please try again in a moment.',
    { cause, retryable: true },
  );
}

// `fetch` rejects with this message; openid-client passes the error on, directly or as a cause.
const FETCH_FAILED = 'fetch failed';
const TOO_MANY_REQUESTS = 429;

function isUnavailable(error: unknown): boolean {
  const isTimeout = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT';
  const status = getHttpStatus(error);
  return (
    isTimeout ||
    status >= 500 ||
    status === TOO_MANY_REQUESTS ||
    getMessage(error) === FETCH_FAILED ||
    (error instanceof ClientError && getMessage(error.cause) === FETCH_FAILED)
  );
}

// Returns the HTTP status that caused an error, or 0.
function getHttpStatus(error: unknown): number {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : 0;
}

function getMessage(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
}
