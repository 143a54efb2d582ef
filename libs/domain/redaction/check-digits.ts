/** Checks that distinguish payment cards, bank numbers and Social Security numbers from other numbers. */

/** Whether the last digit is a valid Luhn check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

// Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay and Maestro, with their lengths.
// https://en.wikipedia.org/wiki/Payment_card_number#Issuer_identification_number_(IIN)
const ISSUERS: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [16, 13, 19] },
  { prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19] },
  { prefix: /^(30[0-5]|3095|36|38|39)/, lengths: [14, 16] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(50|5[6-9]|6[37])/, lengths: [16] },
];

/** Number of leading digits that identify a card's issuer. */
export const ISSUER_DIGITS = 4;

/** Returns the usual lengths of cards with this prefix, likeliest first; empty if the prefix is unknown. */
export function cardLengths(digits: string): readonly number[] {
  return ISSUERS.find(({ prefix }) => prefix.test(digits))?.lengths ?? [];
}

/**
 * Whether this could be a US bank's routing number: a Federal Reserve prefix and a valid check digit.
 * https://en.wikipedia.org/wiki/ABA_routing_transit_number
 */
export function isRoutingNumber(digits: string): boolean {
  if (!/^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * [3, 7, 1][index % 3]!, 0);
  return sum % 10 === 0;
}

/**
 * Whether the Social Security Administration may have issued this number.
 * https://www.ssa.gov/employer/randomization.html
 */
export function isSocialSecurityNumber(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}
