import { parsePhoneNumberFromString } from 'libphonenumber-js';

import { getCaller } from '@ringwell/domain/call-note';

// Numbers without a country code: the product is made for contractors in the United States.
const HOME_COUNTRY = 'US';
const MIN_DIGITS = 5;
// What carriers send for a withheld number: one digit repeated, or "anonymous" as keys of a phone.
const WITHHELD = /^1?(\d)\1*$|^266696687$/;

type Identified = Parameters<typeof getCaller>[0] & { customerId: string | null };

/**
 * What identifies the customer of a call among those of an account: their number, however it was written, or else the
 * id that the sender gave them.
 * @returns `tel:+15551234567` or `id:4711`; null when nothing identifies the customer, such as a withheld number
 */
export function customerKey(call: Identified): string | null {
  const phone = getCaller(call).phone ?? '';
  const digits = phone.replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && !WITHHELD.test(digits)) {
    const number = parsePhoneNumberFromString(phone, HOME_COUNTRY);
    return `tel:${number?.isPossible() ? number.number : digits}`;
  }
  const id = call.customerId?.trim() ?? '';
  return id === '' ? null : `id:${id}`;
}
