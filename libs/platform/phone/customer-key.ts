import { parsePhoneNumberFromString } from 'libphonenumber-js';

import { getCaller } from '@ringwell/domain/call-note';

// Country of numbers without a country code: the customers are contractors in the United States.
const HOME_COUNTRY = 'US';
const MIN_DIGITS = 5;
// Values that carriers send for a withheld number: one digit repeated, or "anonymous", "restricted", "blocked",
// "unknown" and "unavailable" on a phone's keypad. https://help.twilio.com/articles/223179988
const WITHHELD = /^1?(\d)\1*$|^(?:266696687|7378742883|2562533|8656696|86282452253)$/;
// Numbers that the library would return unchanged. Skipping the parser saves a twentieth of accepting a call.
const AS_PARSED = /^\+1[2-9]\d{9}$/;
// The part of a SIP address that names the caller; the host may be a number.
const SIP_USER = /^(?:sips?:)?([^@]*)@.*$/i;

type Identified = Parameters<typeof getCaller>[0] & { customerId: string | null };

/**
 * Identifies the customer of a call within an account: by phone number in any notation, otherwise by the sender's
 * customer id.
 * @returns `tel:+15551234567` or `id:4711`; null when nothing identifies the customer, such as a withheld number
 */
export function customerKey(call: Identified): string | null {
  const phone = (phoneOf(call) ?? '').replace(SIP_USER, '$1');
  const digits = phone.replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && !WITHHELD.test(digits)) {
    if (AS_PARSED.test(phone)) return `tel:${phone}`;
    const number = parsePhoneNumberFromString(phone, HOME_COUNTRY);
    return `tel:${number?.isPossible() ? number.number : digits}`;
  }
  const id = call.customerId?.trim() ?? '';
  return id === '' ? null : `id:${id}`;
}

/**
 * All keys that may identify the customer of a call: both numbers, because either may be the company's own, and the
 * sender's customer id.
 */
export function partyKeys({
  fromNumber,
  toNumber,
  customerId,
}: Pick<Identified, 'fromNumber' | 'toNumber' | 'customerId'>): string[] {
  const nobody = { direction: null, customerName: null, fromNumber: null, toNumber: null, customerId: null };
  const keys = [{ fromNumber }, { fromNumber: toNumber }, { customerId }].map((part) =>
    customerKey({ ...nobody, ...part }),
  );
  return [...new Set(keys.filter((key) => key !== null))];
}

// Without a direction, either of two numbers may be the company's own.
function phoneOf(call: Identified): string | null {
  const isUnclear = call.direction === null && call.fromNumber !== null && call.toNumber !== null;
  return isUnclear ? null : (getCaller(call).phone ?? (call.direction === null ? call.toNumber : null));
}
