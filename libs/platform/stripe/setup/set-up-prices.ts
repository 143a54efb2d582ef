import Stripe from 'stripe';

import {
  BASE_PLAN_CENTS,
  INCLUDED_MINUTES,
  OVERAGE_TENTHS_OF_CENT,
  PRICE_KEYS,
  TEAM_CHAT_CENTS,
  type PriceKey,
} from '@ringwell/domain/billing/plans';

import { getId, PRICE_METADATA_KEY } from '../read-subscription';
import { isMissingInStripe } from '../stripe-failure';
import type { SetupRow } from './setup-report';

interface PriceDefinition {
  key: PriceKey;
  productName: string;
  unitLabel?: string;
  terms: Pick<
    Stripe.PriceCreateParams,
    'currency' | 'recurring' | 'unit_amount' | 'billing_scheme' | 'tiers_mode' | 'tiers'
  >;
}

/**
 * Creates or finds the products and prices. Each price has its own product, with the lookup key as its id. When an
 * amount changes, the lookup key moves to a new price; existing subscribers keep the old price.
 * @throws the Stripe client's errors
 */
export async function setUpPrices(stripe: Stripe, productName: string, meterId: string): Promise<SetupRow[]> {
  const { data } = await stripe.prices.list({
    lookup_keys: Object.values(PRICE_KEYS),
    expand: ['data.tiers'],
    limit: 100,
  });
  const rows: SetupRow[] = [];
  for (const definition of listPriceDefinitions(productName, meterId)) {
    const existing = data.find(({ lookup_key: lookupKey }) => lookupKey === definition.key);
    const product = await setUpProduct(stripe, definition, existing && getId(existing.product));
    rows.push(product, await setUpPrice(stripe, definition, product.id ?? definition.key, existing));
  }
  return rows;
}

function listPriceDefinitions(productName: string, meter: string): PriceDefinition[] {
  const monthly = { interval: 'month' } as const;
  return [
    { key: PRICE_KEYS.base, productName, terms: { currency: 'usd', unit_amount: BASE_PLAN_CENTS, recurring: monthly } },
    {
      key: PRICE_KEYS.overage,
      productName: `${productName} minutes beyond ${INCLUDED_MINUTES.toLocaleString('en-US')}`,
      unitLabel: 'minute',
      terms: {
        currency: 'usd',
        billing_scheme: 'tiered',
        tiers_mode: 'graduated',
        recurring: { ...monthly, usage_type: 'metered', meter },
        tiers: [
          { up_to: INCLUDED_MINUTES, unit_amount: 0 },
          { up_to: 'inf', unit_amount_decimal: Stripe.Decimal.from(String(OVERAGE_TENTHS_OF_CENT / 10)) },
        ],
      },
    },
    {
      key: PRICE_KEYS.teamChat,
      productName: `${productName} team chat`,
      terms: { currency: 'usd', unit_amount: TEAM_CHAT_CENTS, recurring: monthly },
    },
  ];
}

// The existing price's product may have been created manually.
async function setUpProduct(
  stripe: Stripe,
  { key, productName: name, unitLabel }: PriceDefinition,
  existingProductId = key as string,
): Promise<SetupRow> {
  const resource = `product ${name}`;
  const existing = await stripe.products.retrieve(existingProductId).catch((error: unknown) => {
    if (isMissingInStripe(error)) return undefined;
    throw error;
  });
  if (!existing) {
    const { id } = await stripe.products.create({ id: key, name, ...(unitLabel && { unit_label: unitLabel }) });
    return { resource, outcome: 'created', id };
  }
  const { id } = existing;
  if (id !== key)
    return {
      resource,
      outcome: 'found',
      id,
      note: `It is named ${existing.name} and was not created by this command, so it was left unchanged.`,
    };
  if (existing.name === name && existing.active) return { resource, outcome: 'found', id };
  await stripe.products.update(id, { name, active: true });
  return { resource, outcome: 'updated', id };
}

async function setUpPrice(
  stripe: Stripe,
  { key, terms }: PriceDefinition,
  product: string,
  existing: Stripe.Price | undefined,
): Promise<SetupRow> {
  const resource = `price ${key}`;
  if (existing && describeTerms(existing) === describeTerms(terms)) {
    if (existing.active) return { resource, outcome: 'found', id: existing.id };
    await stripe.prices.update(existing.id, { active: true });
    return { resource, outcome: 'updated', id: existing.id, note: 'It was archived. It has been restored.' };
  }
  // Identifies the old price in existing subscriptions after it loses its lookup key.
  if (existing && existing.metadata?.[PRICE_METADATA_KEY] !== key)
    await stripe.prices.update(existing.id, { metadata: { [PRICE_METADATA_KEY]: key } });
  const { id } = await stripe.prices.create({
    ...terms,
    product,
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { [PRICE_METADATA_KEY]: key },
  });
  return {
    resource,
    outcome: 'created',
    id,
    ...(existing && { note: `It replaces ${existing.id}, which existing subscriptions keep.` }),
  };
}

// Returns the terms that distinguish prices, as a string.
function describeTerms(price: PriceDefinition['terms'] | Stripe.Price): string {
  const { currency, recurring, tiers, tiers_mode: tiersMode } = price;
  const amounts =
    tiers?.map((tier) => `${tier.up_to ?? 'inf'}: ${readAmount(tier)} + ${tier.flat_amount ?? 0}`).join(', ') ??
    readAmount(price);
  const { interval, interval_count: count = 1, usage_type: usage = 'licensed', meter = null } = recurring ?? {};
  return JSON.stringify({ currency, interval, count, usage, meter, mode: tiers ? tiersMode : null, amounts });
}

function readAmount({
  unit_amount: cents,
  ...price
}: {
  unit_amount?: number | null;
  unit_amount_decimal?: { toString(): string } | null;
}): string {
  return String(cents ?? price.unit_amount_decimal ?? '');
}
