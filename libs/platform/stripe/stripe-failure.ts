import Stripe from 'stripe';

import { AppError } from '@ringwell/domain/app-error';

/** A price, a session or a subscription that Stripe does not know; with Stripe, also a subscription that has ended. */
export function isMissingAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * Anything that the client of Stripe throws, as an AppError that may be tried again. Stripe's own texts are dropped, as they quote
 * keys and addresses; what the operator needs to find the fault stays in the cause.
 *
 * | what Stripe did | code |
 * |---|---|
 * | refused our key | `BILLING_KEY_REFUSED` |
 * | asked for fewer requests | `BILLING_BUSY` |
 * | refused the request | `BILLING_REFUSED` |
 * | failed, did not answer, or answered what cannot be read | `BILLING_FAILED` |
 */
export function stripeFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, message } = meaningOf(error);
  return new AppError({ kind: 'provider', code, message, retryable: true, cause: traceOf(error) });
}

const OURS_TO_MEND =
  'Payments are not set up correctly, which is ours to mend. Please try again later, or contact support.';

function meaningOf(error: unknown): Pick<AppError, 'code' | 'message'> {
  const {
    StripeAuthenticationError,
    StripePermissionError,
    StripeRateLimitError,
    StripeInvalidRequestError,
    StripeIdempotencyError,
  } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    return { code: 'BILLING_KEY_REFUSED', message: OURS_TO_MEND };
  if (error instanceof StripeRateLimitError) {
    return { code: 'BILLING_BUSY', message: 'The payment provider is busy. Please try again in a moment.' };
  }
  if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError)
    return { code: 'BILLING_REFUSED', message: OURS_TO_MEND };
  return {
    code: 'BILLING_FAILED',
    message: 'The payment provider did not answer as it should. Nothing was charged; please try again in a moment.',
  };
}

/**
 * Of what Stripe's client says: only words that Stripe's API and Node define, and the request's id in Stripe's own log. Other
 * errors come from an answer that is not what was asked for, and quote nothing of it.
 */
function traceOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, statusCode, code, param, requestId, detail } = error;
  const connection = detail instanceof Error && 'code' in detail ? String(detail.code) : undefined;
  const facts = [
    statusCode && `HTTP ${statusCode}`,
    code,
    param && `parameter ${param}`,
    connection,
    requestId && `request ${requestId}`,
  ].filter(Boolean);
  return new Error([`Stripe: ${type}`, ...facts].join(', '));
}
