import { parsePhoneNumberFromString } from 'libphonenumber-js';

import { getCaller } from '@ringwell/domain/calls/call-note';
import { isWithheld, removeSipHost } from '@ringwell/domain/customers/phone';

// For numbers without a country code, because the product's users are US contractors.
const DEFAULT_COUNTRY = 'US';
const MIN_DIGITS = 5;
// The library returns such numbers unchanged, but parsing both of a call's numbers took 5% of intake time.
const NORMALIZED_NUMBER = /^\+1[2-9]\d{9}$/;

const EMPTY_CALL = { direction: null, customerName: null, fromNumber: null, toNumber: null, customerId: null };

type CallParties = Parameters<typeof getCaller>[0] & { customerId: string | null };

/**
 * Identifies a call's customer within an account: by phone number in any format, or else by the sender's customer id.
 * @returns `tel:+15551234567` or `id:4711`; null if nothing identifies the customer, such as when a number is withheld
 */
export function getCustomerKey(call: CallParties): string | null {
  const phone = removeSipHost(getCustomerPhone(call) ?? '');
  const digits = phone.replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && !isWithheld(digits)) {
    if (NORMALIZED_NUMBER.test(phone)) return `tel:${phone}`;
    const number = parsePhoneNumberFromString(phone, DEFAULT_COUNTRY);
    return `tel:${number?.isPossible() ? number.number : digits}`;
  }
  const id = call.customerId?.trim() ?? '';
  return id === '' ? null : `id:${id}`;
}

/** Returns the key of a customer with this phone number. */
export function getPhoneKey(phone: string): string | null {
  return getCustomerKey({ ...EMPTY_CALL, fromNumber: phone });
}

/**
 * Returns all keys that may identify a call's customer: both numbers, because either may be the company's own, and the
 * sender's customer id.
 */
export function listPartyKeys({
  fromNumber,
  toNumber,
  customerId,
}: Pick<CallParties, 'fromNumber' | 'toNumber' | 'customerId'>): string[] {
  const keys = [{ fromNumber }, { fromNumber: toNumber }, { customerId }].map((part) =>
    getCustomerKey({ ...EMPTY_CALL, ...part }),
  );
  return [...new Set(keys.filter((key) => key !== null))];
}

// Without a direction, either number may be the company's own.
function getCustomerPhone(call: CallParties): string | null {
  const isUnclear = call.direction === null && call.fromNumber !== null && call.toNumber !== null;
  return isUnclear ? null : (getCaller(call).phone ?? (call.direction === null ? call.toNumber : null));
}
