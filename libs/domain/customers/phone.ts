/** Shown instead of a number withheld by the caller's carrier. */
export const WITHHELD = 'Caller ID withheld';

// The part of a SIP address that names the caller; the host may be a number.
const SIP_USER = /^(?:sips?:)?([^@]*)@.*$/i;
const WITHHELD_WORDS =
  /^(?:anonymous|restricted|private|blocked|withheld|unknown|unavailable|no caller id|(?:caller )?id (?:withheld|unavailable|blocked))$/;
// What carriers send for a withheld number: one digit repeated, or "anonymous", "restricted", "blocked", "unknown" and
// "unavailable" typed on a phone keypad. https://help.twilio.com/articles/223179988
const WITHHELD_DIGITS = /^1?(\d)\1{4,}$|^(?:266696687|7378742883|2562533|8656696|86282452253)$/;

/** Returns the caller in a SIP address, or else the text itself. */
export function removeSipHost(phone: string): string {
  return phone.replace(SIP_USER, '$1');
}

/** Whether a carrier sent this instead of a number, so there's no one to call. */
export function isWithheld(phone: string): boolean {
  const caller = removeSipHost(phone.trim()).toLowerCase();
  return WITHHELD_WORDS.test(caller.replace(/[_.-]/g, ' ')) || WITHHELD_DIGITS.test(caller.replace(/\D/g, ''));
}

/**
 * Formats +15551234567 as (555) 123-4567; a withheld number is labeled as such. Leaves international numbers and other
 * text unchanged.
 */
export function formatPhone(phone: string): string {
  if (isWithheld(phone)) return WITHHELD;
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(removeSipHost(phone)) ?? [];
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`;
}
