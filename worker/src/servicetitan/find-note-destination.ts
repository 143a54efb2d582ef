import type { Call } from '@ringwell/database/calls/call.entity';
import { getCaller } from '@ringwell/domain/calls/call-note';
import type { NoteDestination, NoteTarget } from '@ringwell/domain/deliveries/service-titan';
import { foldName } from '@ringwell/domain/text/fold-name';
import { listPartyKeys } from '@ringwell/rules/calls/customer-key';

import type { ServiceTitanSession } from './service-titan-account';
import type { ServiceTitanClient } from './service-titan.client';

type CallReferences = Pick<
  Call,
  'jobId' | 'leadCallId' | 'customerId' | 'customerName' | 'direction' | 'fromNumber' | 'toNumber'
>;

// Phone numbers are compared by their last digits, so it doesn't matter how the country code is written.
const PHONE_DIGITS = 10;

/**
 * Prefers the job sent with the call, then the call's job in ServiceTitan, then the customer's latest job, then the
 * customer. IDs that don't exist in ServiceTitan are ignored.
 * @returns null if there's no match that `target` allows
 * @throws AppError from the client
 */
export async function findNoteDestination(
  client: ServiceTitanClient,
  session: ServiceTitanSession,
  call: CallReferences,
  target: NoteTarget,
): Promise<NoteDestination | null> {
  const wantsJob = target !== 'customer';
  const callJobId = parseId(call.jobId);
  if (wantsJob && callJobId && (await client.jobExists(session, callJobId))) return { kind: 'job', id: callJobId };
  const leadCallId = parseId(call.leadCallId);
  const detail = leadCallId ? await client.fetchCallDetail(session, leadCallId) : null;
  if (wantsJob && detail?.jobId && (await client.jobExists(session, detail.jobId)))
    return { kind: 'job', id: detail.jobId };
  const customerId = await findCustomer(client, session, call, detail?.customerId ?? null);
  if (!customerId) return null;
  const latestJobId = wantsJob ? await client.findLatestJob(session, customerId) : null;
  if (latestJobId) return { kind: 'job', id: latestJobId };
  return target === 'job' ? null : { kind: 'customer', id: customerId };
}

async function findCustomer(
  client: ServiceTitanClient,
  session: ServiceTitanSession,
  call: CallReferences,
  leadCallCustomerId: string | null,
): Promise<string | null> {
  const callCustomerId = parseId(call.customerId);
  if (callCustomerId && (await client.customerExists(session, callCustomerId))) return callCustomerId;
  if (leadCallCustomerId) return leadCallCustomerId;
  const { name, phone } = getCaller(call);
  const [key = ''] = listPartyKeys({ fromNumber: phone, toNumber: null, customerId: null });
  const digits = key.replace(/\D/g, '').slice(-PHONE_DIGITS);
  if (digits.length < PHONE_DIGITS) return null;
  const customers = await client.findCustomersByPhone(session, digits);
  if (customers.length <= 1) return customers[0]?.id ?? null;
  // If several customers share the number, the name must match, so that the note doesn't go to the wrong customer.
  const customersWithName = customers.filter(
    (customer) => name !== null && customer.name !== null && foldName(customer.name) === foldName(name),
  );
  return customersWithName.length === 1 ? (customersWithName[0]?.id ?? null) : null;
}

// ServiceTitan's IDs are positive numbers. Senders can put anything in the field.
function parseId(value: string | null): string | null {
  return value !== null && /^\d{1,20}$/.test(value) && Number(value) > 0 ? value : null;
}
