import type { Call } from '@ringwell/database/calls/call.entity';
import { getCaller } from '@ringwell/domain/call-note';
import type { NoteTarget } from '@ringwell/domain/service-titan';

import type { ServiceTitanAccount } from './service-titan-account';
import type { AskOptions, NotePlace, ServiceTitanClient } from './service-titan-client';

type WrittenCall = Pick<
  Call,
  'jobId' | 'leadCallId' | 'customerId' | 'customerName' | 'direction' | 'fromNumber' | 'toNumber'
>;

/** Numbers are compared by so many last digits, so that it does not matter how the country is written. */
const PHONE_DIGITS = 10;

/**
 * The job or the customer that a call is about: the job that came with the call; the job that ServiceTitan knows of the call; the
 * customer that came with the call, else of ServiceTitan's call, else with the number; of the customer, the job that was made last.
 * An id that ServiceTitan does not know counts as none: it may come from somebody's mistake.
 * @returns `null` when there is none
 * @throws AppError of the client
 */
export async function findNotePlace(
  client: ServiceTitanClient,
  account: ServiceTitanAccount,
  call: WrittenCall,
  target: NoteTarget,
  options: AskOptions,
): Promise<NotePlace | null> {
  const wantsJob = target !== 'customer';
  const ownJobId = idOf(call.jobId);
  if (wantsJob && ownJobId && (await client.jobExists(account, ownJobId, options)))
    return { kind: 'job', id: ownJobId };
  const leadCallId = idOf(call.leadCallId);
  const detail = leadCallId ? await client.callDetail(account, leadCallId, options) : null;
  if (wantsJob && detail?.jobId && (await client.jobExists(account, detail.jobId, options)))
    return { kind: 'job', id: detail.jobId };
  const customerId = await findCustomer(client, account, call, detail?.customerId ?? null, options);
  if (!customerId) return null;
  const latestJobId = wantsJob ? await client.latestJobOf(account, customerId, options) : null;
  if (latestJobId) return { kind: 'job', id: latestJobId };
  return target === 'job' ? null : { kind: 'customer', id: customerId };
}

async function findCustomer(
  client: ServiceTitanClient,
  account: ServiceTitanAccount,
  call: WrittenCall,
  customerOfLeadCall: string | null,
  options: AskOptions,
): Promise<string | null> {
  const ownCustomerId = idOf(call.customerId);
  if (ownCustomerId && (await client.customerExists(account, ownCustomerId, options))) return ownCustomerId;
  if (customerOfLeadCall) return customerOfLeadCall;
  const { name, phone } = getCaller(call);
  const digits = (phone ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS);
  if (digits.length < PHONE_DIGITS) return null;
  const found = await client.customersByPhone(account, digits, options);
  if (found.length <= 1) return found[0]?.id ?? null;
  // Several people have this number. What one of them said is not for the record of another.
  const sameName = found.filter(
    (customer) => name !== null && customer.name !== null && likeName(customer.name) === likeName(name),
  );
  return sameName.length === 1 ? (sameName[0]?.id ?? null) : null;
}

/** An id of ServiceTitan is a number; whatever else a sender gave for one is no use. */
function idOf(value: string | null): string | null {
  return value !== null && /^\d{1,20}$/.test(value) && Number(value) > 0 ? value : null;
}

function likeName(name: string): string {
  return name.toLowerCase().replace(/\s+/g, ' ').trim();
}
