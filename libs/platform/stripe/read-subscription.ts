import type Stripe from 'stripe';

import { ADD_ONS, PRICE_KEYS, type AddOn, type PriceKey } from '@ringwell/domain/plans';
import type { Subscription } from '@ringwell/domain/subscription';

/** Metadata by which one of our prices is known after its lookup key has gone to the price that replaced it. */
export const PRICE_MARK = 'ringwell_price';

/** Metadata of a subscription whose payments the product has paused. */
export const PAUSE_MARK = 'ringwell_paused';

/** Whom checkout made it for, or what somebody wrote there by hand. */
export function ownerOf({ metadata }: Pick<Stripe.Subscription, 'metadata'>): string | null {
  return metadata?.['userId'] ?? null;
}

/** What Stripe says of a subscription, in our words. Its month is that of the minutes, which all its items share. */
export function readSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, customer, status, created } = subscription;
  const items = subscription.items?.data ?? [];
  const hasTeamChat = items.some(({ price }) => isPrice(price, PRICE_KEYS.teamChat));
  const createdAt = fromStripeTime(created);
  const item = items.find(({ price }) => isPrice(price, PRICE_KEYS.overage)) ?? items[0];
  const periodStart = item?.current_period_start ? fromStripeTime(item.current_period_start) : createdAt;
  return {
    id,
    customerId: idOf(customer),
    status,
    plan: hasTeamChat ? 'team' : 'base',
    addOns: hasTeamChat ? chosenAddOns(subscription) : [],
    createdAt,
    periodStart,
    periodEnd: item?.current_period_end ? fromStripeTime(item.current_period_end) : null,
    billingAnchor: subscription.billing_cycle_anchor ? fromStripeTime(subscription.billing_cycle_anchor) : periodStart,
    collectionPausedBy: pausedBy(subscription),
  };
}

function pausedBy({ pause_collection: pause, metadata }: Stripe.Subscription): Subscription['collectionPausedBy'] {
  if (!pause) return null;
  return metadata?.[PAUSE_MARK] === 'yes' ? 'product' : 'operator';
}

/** Whether it is, or was, our price of this key. */
export function isPrice(
  { lookup_key: lookupKey, metadata }: Pick<Stripe.Price, 'lookup_key' | 'metadata'>,
  key: PriceKey,
): boolean {
  return lookupKey === key || metadata?.[PRICE_MARK] === key;
}

/** Stripe gives an object in place of its id where it was asked to. */
export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** Stripe counts seconds since 1970. */
export function fromStripeTime(seconds: number): Date {
  return new Date(seconds * 1_000);
}

/** One price opens all chats; checkout leaves in the metadata which were chosen. What was sold in another way opens all. */
function chosenAddOns({ metadata }: Stripe.Subscription): AddOn[] {
  const chosen = (metadata?.['addOns'] ?? '').split(',');
  const known = ADD_ONS.filter((addOn) => chosen.includes(addOn));
  return known.length > 0 ? known : [...ADD_ONS];
}
