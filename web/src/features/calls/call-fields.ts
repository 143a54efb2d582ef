import type { CallDirection } from '@ringwell/domain/calls/call';

import type { FullCall } from '../../api/types';
import { fromLocalInput, toLocalInput } from '../../lib/format/local-time';
import { otherParty } from './call-party';

export const EMPTY_FIELDS = {
  customerName: '',
  agentName: '',
  /** The customer's phone number. */
  phone: '',
  direction: '' as '' | CallDirection,
  /** Value of an `<input type="datetime-local">`. */
  startedAt: '',
  jobId: '',
};

/** Details that a user can enter about a call, as text in form fields. */
export type CallFields = typeof EMPTY_FIELDS;

/** The details in the API's format: `null` for unknown values. */
export type CallDetails = Pick<
  FullCall,
  'customerName' | 'agentName' | 'direction' | 'from' | 'to' | 'startedAt' | 'jobId'
>;

export function toFields(call: FullCall): CallFields {
  return {
    customerName: call.customerName ?? '',
    agentName: call.agentName ?? '',
    phone: otherParty(call).phone ?? '',
    direction: call.direction ?? '',
    startedAt: toLocalInput(call.startedAt),
    jobId: call.jobId ?? '',
  };
}

/** The customer is the callee in outbound calls, and the caller in all others. */
export function toDetails(fields: CallFields): CallDetails {
  const isOutbound = fields.direction === 'outbound';
  const phone = fields.phone.trim() || null;
  return {
    customerName: fields.customerName.trim() || null,
    agentName: fields.agentName.trim() || null,
    direction: fields.direction || null,
    from: isOutbound ? null : phone,
    to: isOutbound ? phone : null,
    startedAt: fromLocalInput(fields.startedAt),
    jobId: fields.jobId.trim() || null,
  };
}

/** Returns only the changed details, so that other details, such as the office's number, aren't overwritten. */
export function getChangedDetails(call: FullCall, fields: CallFields): Partial<CallDetails> {
  const previousFields = toFields(call);
  const details = toDetails(fields);
  const isChanged = (name: keyof CallFields): boolean => previousFields[name].trim() !== fields[name].trim();
  const arePartiesSwapped =
    isChanged('direction') && (previousFields.direction === 'outbound') !== (fields.direction === 'outbound');
  const phone = fields.phone.trim() || null;
  const phoneNumbers =
    fields.direction === 'outbound'
      ? { to: phone, ...(arePartiesSwapped && { from: call.to }) }
      : { from: phone, ...(arePartiesSwapped && { to: call.from }) };
  return {
    ...(isChanged('customerName') && { customerName: details.customerName }),
    ...(isChanged('agentName') && { agentName: details.agentName }),
    ...(isChanged('direction') && { direction: details.direction }),
    ...((isChanged('phone') || arePartiesSwapped) && phoneNumbers),
    ...(isChanged('startedAt') && { startedAt: details.startedAt }),
    ...(isChanged('jobId') && { jobId: details.jobId }),
  };
}
