import Stripe from 'stripe';

import { invalid, type AppError } from '@ringwell/domain/errors/app-error';

import { fromStripeTime, getId, readAccountId } from './read-subscription';

/** The event types that the endpoint subscribes to, and the only ones that are stored. */
export const STRIPE_EVENT_TYPES = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

export const STRIPE_WEBHOOK_PATH = '/api/webhooks/stripe';

// Older events are rejected as replays.
const TOLERANCE_SECONDS = 300;

// `t=1763600000,v1=…`, possibly with signatures in other schemes. Stripe's client throws an unclear error for other
// formats.
const SIGNATURE_HEADER = /^t=\d{1,12}(,\w+=[\x21-\x2b\x2d-\x7e]+)+$/;

/**
 * The subscription that an event is about. Other fields aren't used, because events may be duplicated, late, or out of
 * order.
 */
export interface StripeEventFacts {
  id: string;
  type: string;
  objectId: string;
  subscriptionId: string | null;
  customerId: string | null;
  accountId: string | null;
  created: Date;
}

type EventSubject = Omit<StripeEventFacts, 'id' | 'type' | 'created'>;
type HandledEvent = Extract<Stripe.Event, { type: (typeof STRIPE_EVENT_TYPES)[number] }>;

/**
 * Reads an event that Stripe signed with one of the secrets within the last five minutes.
 * @param body the raw bytes
 * @returns `undefined` for an event type other than `STRIPE_EVENT_TYPES`
 * @throws AppError `WEBHOOK_SIGNATURE_INVALID`, `WEBHOOK_UNREADABLE`
 */
export function readStripeEvent(
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): StripeEventFacts | undefined {
  if (
    !signature ||
    !SIGNATURE_HEADER.test(signature) ||
    !secrets.some((secret) => isSignedWith(secret, body, signature))
  )
    throw notFromStripe();
  try {
    return extractFacts(JSON.parse(body.toString('utf8')) as Stripe.Event);
  } catch (cause) {
    throw invalid(
      'WEBHOOK_UNREADABLE',
      "The signature is valid, but this isn't a Stripe event. Send snapshot events to this URL.",
      { cause },
    );
  }
}

function isSignedWith(secret: string, body: Buffer, signature: string): boolean {
  try {
    return Stripe.webhooks.signature?.verifyHeader(body, signature, secret, TOLERANCE_SECONDS) ?? false;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

function extractFacts(event: Stripe.Event): StripeEventFacts | undefined {
  if (typeof event.type !== 'string') throw new TypeError('The event has no type.');
  if (!isHandled(event)) return undefined;
  const { id, type, created } = event;
  const subject = extractSubject(event);
  if (typeof id !== 'string' || typeof subject.objectId !== 'string' || typeof created !== 'number') {
    throw new TypeError('The event has no id, object or timestamp.');
  }
  return { id, type, created: fromStripeTime(created), ...subject };
}

function isHandled(event: Stripe.Event): event is HandledEvent {
  return STRIPE_EVENT_TYPES.some((type) => type === event.type);
}

function extractSubject(event: HandledEvent): EventSubject {
  switch (event.type) {
    case 'checkout.session.completed': {
      const { id, subscription, customer, metadata, client_reference_id: reference } = event.data.object;
      return {
        objectId: id,
        subscriptionId: getIdOrNull(subscription),
        customerId: getIdOrNull(customer),
        accountId: metadata?.['userId'] ?? reference,
      };
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const { id, customer } = event.data.object;
      return {
        objectId: id,
        subscriptionId: id,
        customerId: getIdOrNull(customer),
        accountId: readAccountId(event.data.object),
      };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return extractInvoiceSubject(event.data.object);
  }
}

// Older API versions have the subscription at the top level.
function extractInvoiceSubject(
  invoice: Stripe.Invoice & { subscription?: string | { id: string } | null },
): EventSubject {
  const details = invoice.parent?.subscription_details;
  return {
    objectId: invoice.id,
    subscriptionId: getIdOrNull(details?.subscription ?? invoice.subscription),
    customerId: getIdOrNull(invoice.customer),
    accountId: details?.metadata?.['userId'] ?? null,
  };
}

function getIdOrNull(reference: string | { id: string } | null | undefined): string | null {
  return reference ? getId(reference) : null;
}

function notFromStripe(): AppError {
  return invalid(
    'WEBHOOK_SIGNATURE_INVALID',
    'The signature of this event is missing, invalid or expired. Check that STRIPE_WEBHOOK_SECRET is the signing ' +
      'secret of this endpoint in Stripe.',
  );
}
