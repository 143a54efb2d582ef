import { toOneLine } from '../text/plain-text';

/** Shown instead of a number withheld by the caller's carrier. */
export const WITHHELD = 'Caller ID withheld';

// Captures the user part of a SIP address, because the host may contain digits, too.
const SIP_USER = /^(?:sips?:)?([^@]*)@.*$/i;
const WITHHELD_WORDS =
  /^(?:anonymous|restricted|private|blocked|withheld|unknown|unavailable|no caller id|(?:caller )?id (?:withheld|unavailable|blocked))$/;
// What carriers send for a withheld number: one digit repeated, or "anonymous", "restricted", "blocked", "unknown" and
// "unavailable" typed on a phone keypad. https://help.twilio.com/articles/223179988
const WITHHELD_DIGITS = /^1?(\d)\1{4,}$|^(?:266696687|7378742883|2562533|8656696|86282452253)$/;

/** Returns the user part of a SIP address. Leaves other text unchanged. */
export function removeSipHost(phone: string): string {
  return phone.replace(SIP_USER, '$1');
}

/** Whether a carrier sent this instead of a number, so the caller can't be called back. */
export function isWithheld(phone: string): boolean {
  const caller = removeSipHost(phone.trim()).toLowerCase();
  return WITHHELD_WORDS.test(caller.replace(/[_.-]/g, ' ')) || WITHHELD_DIGITS.test(caller.replace(/\D/g, ''));
}

/** @returns null if the number was withheld, because programs could mistake the carrier's placeholder for a number */
export function knownNumber(phone: string | null): string | null {
  return phone === null || isWithheld(phone) ? null : toOneLine(phone);
}

/**
 * Formats +15551234567 as (555) 123-4567 and withheld numbers as `WITHHELD`. Leaves international numbers and other
 * text unchanged.
 */
export function formatPhone(phone: string): string {
  if (isWithheld(phone)) return WITHHELD;
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(removeSipHost(phone)) ?? [];
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`;
}
