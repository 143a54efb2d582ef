import Stripe from 'stripe';

import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';

/**
 * Whether Stripe doesn't recognize the price, session or subscription, or the subscription being changed has ended.
 * @param parameter if given, whether this is the parameter that Stripe doesn't recognize
 */
export function isMissingInStripe(error: unknown, parameter?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    (parameter === undefined || error.param === parameter)
  );
}

/**
 * Converts the Stripe client's errors to retryable AppErrors. Drops Stripe's messages, because they quote keys and
 * addresses; the cause keeps the details that operators need.
 *
 * - `BILLING_KEY_REFUSED`: Stripe rejected the key
 * - `BILLING_BUSY`: Stripe rate-limited the request
 * - `BILLING_REFUSED`: Stripe rejected the request
 * - `BILLING_FAILED`: Stripe failed, didn't respond, or sent an invalid response
 */
export function stripeFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, message } = explainError(error);
  return providerFailed(code, message, { retryable: true, cause: toLoggableCause(error) });
}

const INTERNAL_PROBLEM_MESSAGE =
  "Payments aren't working right now. This is a problem on our side. Please try again later, or contact support.";

function explainError(error: unknown): Pick<AppError, 'code' | 'message'> {
  const {
    StripeAuthenticationError,
    StripePermissionError,
    StripeRateLimitError,
    StripeInvalidRequestError,
    StripeIdempotencyError,
  } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    return { code: 'BILLING_KEY_REFUSED', message: INTERNAL_PROBLEM_MESSAGE };
  if (error instanceof StripeRateLimitError) {
    return { code: 'BILLING_BUSY', message: 'The payment provider is busy. Please try again in a moment.' };
  }
  if (error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError)
    return { code: 'BILLING_REFUSED', message: INTERNAL_PROBLEM_MESSAGE };
  return {
    code: 'BILLING_FAILED',
    message: 'Something went wrong at the payment provider. Nothing was charged. Please try again in a moment.',
  };
}

// Returns the loggable part of a Stripe client error: terms defined by Stripe's API and Node, and Stripe's request id.
// Other errors come from an unexpected response, which is never quoted.
function toLoggableCause(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { type, statusCode, code, param, requestId, detail } = error;
  const connectionCode = detail instanceof Error && 'code' in detail ? String(detail.code) : undefined;
  const facts = [
    statusCode && `HTTP ${statusCode}`,
    code,
    param && `parameter ${param}`,
    connectionCode,
    requestId && `request ${requestId}`,
  ].filter(Boolean);
  return new Error([`Stripe: ${type}`, ...facts].join(', '));
}
