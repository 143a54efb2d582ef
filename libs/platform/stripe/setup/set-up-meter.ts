import type Stripe from 'stripe';

import { METER_EVENT_NAME } from '@ringwell/domain/billing/plans';
import { conflict, type AppError } from '@ringwell/domain/errors/app-error';

import type { SetupRow } from './setup-report';

export const METER_CUSTOMER_KEY = 'stripe_customer_id';
export const METER_VALUE_KEY = 'value';

/**
 * Creates or finds the meter that sums minutes per customer.
 * @throws AppError `METER_MISMATCH`, and the Stripe client's errors
 */
export async function setUpMeter(stripe: Stripe, productName: string): Promise<{ meterId: string; row: SetupRow }> {
  const resource = `meter ${METER_EVENT_NAME}`;
  const existing = await findMeter(stripe);
  if (!existing) {
    const { id } = await stripe.billing.meters.create({
      display_name: `${productName} minutes`,
      event_name: METER_EVENT_NAME,
      default_aggregation: { formula: 'sum' },
      customer_mapping: { type: 'by_id', event_payload_key: METER_CUSTOMER_KEY },
      value_settings: { event_payload_key: METER_VALUE_KEY },
    });
    return { meterId: id, row: { resource, outcome: 'created', id } };
  }
  if (!sumsMinutes(existing)) throw meterMismatch(existing.id);
  if (existing.status === 'active')
    return { meterId: existing.id, row: { resource, outcome: 'found', id: existing.id } };
  await stripe.billing.meters.reactivate(existing.id);
  return {
    meterId: existing.id,
    row: { resource, outcome: 'updated', id: existing.id, note: 'It was inactive. It has been reactivated.' },
  };
}

/**
 * Returns the product's meter, preferring the active one; at most one can be active. `undefined` until set up.
 * @throws the Stripe client's errors
 */
export async function findMeter(stripe: Stripe): Promise<Stripe.Billing.Meter | undefined> {
  let inactive: Stripe.Billing.Meter | undefined;
  for await (const meter of stripe.billing.meters.list({ limit: 100 })) {
    if (meter.event_name !== METER_EVENT_NAME) continue;
    if (meter.status === 'active') return meter;
    inactive ??= meter;
  }
  return inactive;
}

// These meter settings are immutable.
function sumsMinutes({
  default_aggregation: aggregation,
  customer_mapping: customer,
  value_settings: value,
}: Stripe.Billing.Meter): boolean {
  return (
    aggregation.formula === 'sum' &&
    customer.event_payload_key === METER_CUSTOMER_KEY &&
    value.event_payload_key === METER_VALUE_KEY
  );
}

function meterMismatch(id: string): AppError {
  return conflict(
    'METER_MISMATCH',
    `The Stripe meter ${METER_EVENT_NAME} (${id}) must sum the field "${METER_VALUE_KEY}" by ` +
      `"${METER_CUSTOMER_KEY}". Deactivate it in Stripe's dashboard, then run this again.`,
  );
}
