import type Stripe from 'stripe';

import { ADD_ONS, PRICE_KEYS, type AddOn, type PriceKey } from '@ringwell/domain/billing/plans';
import type { Subscription } from '@ringwell/domain/billing/subscription';

/** Metadata key that identifies a price after its lookup key was transferred to its replacement. */
export const PRICE_METADATA_KEY = 'ringwell_price';

export const PAUSE_METADATA_KEY = 'ringwell_paused';

/** Returns the account's id, stored by checkout or entered by an operator. */
export function readAccountId({ metadata }: Pick<Stripe.Subscription, 'metadata'>): string | null {
  return metadata?.['userId'] ?? null;
}

/** Converts a Stripe subscription. Uses the metered item's period, which all items share. */
export function readSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, customer, status, created } = subscription;
  const items = subscription.items?.data ?? [];
  const hasTeamChat = items.some(({ price }) => isPrice(price, PRICE_KEYS.teamChat));
  const createdAt = fromStripeTime(created);
  const item = items.find(({ price }) => isPrice(price, PRICE_KEYS.overage)) ?? items[0];
  const periodStart = item?.current_period_start ? fromStripeTime(item.current_period_start) : createdAt;
  return {
    id,
    customerId: getId(customer),
    status,
    plan: hasTeamChat ? 'team' : 'base',
    addOns: hasTeamChat ? getSelectedAddOns(subscription) : [],
    createdAt,
    periodStart,
    periodEnd: item?.current_period_end ? fromStripeTime(item.current_period_end) : null,
    billingAnchor: subscription.billing_cycle_anchor ? fromStripeTime(subscription.billing_cycle_anchor) : periodStart,
    collectionPausedBy: findPauseOrigin(subscription),
  };
}

function findPauseOrigin({
  pause_collection: pause,
  metadata,
}: Stripe.Subscription): Subscription['collectionPausedBy'] {
  if (!pause) return null;
  return metadata?.[PAUSE_METADATA_KEY] === 'yes' ? 'product' : 'operator';
}

/** Whether this is, or was, the product's price with this lookup key. */
export function isPrice(
  { lookup_key: lookupKey, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>,
  key: PriceKey,
): boolean {
  return lookupKey === key || metadata?.[PRICE_METADATA_KEY] === key;
}

/** Returns the id of a reference, which is an object if Stripe expanded the field. */
export function getId(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

export function fromStripeTime(seconds: number): Date {
  return new Date(seconds * 1_000);
}

// One price covers all team chats; the checkout's metadata lists the selected ones. Subscriptions sold outside checkout
// include all.
function getSelectedAddOns({ metadata }: Stripe.Subscription): AddOn[] {
  const selected = (metadata?.['addOns'] ?? '').split(',');
  const validAddOns = ADD_ONS.filter((addOn) => selected.includes(addOn));
  return validAddOns.length > 0 ? validAddOns : [...ADD_ONS];
}
