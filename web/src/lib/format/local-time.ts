import { getPageTimeZone } from './format';

/** Converts a time to the value of an `<input type="datetime-local">` in the account's time zone. Empty for null. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return '';
  const atMs = Date.parse(iso);
  return new Date(atMs + timeZoneOffsetMs(atMs)).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Inverse of `toLocalInput`. */
export function fromLocalInput(value: string): string | null {
  if (value === '') return null;
  // `Date` doesn't parse five-digit years, which browsers accept.
  const localMs = Date.parse(`${/^\d{5}/.test(value) ? '9999-12-31T00:00' : value}Z`);
  const approximateMs = localMs - timeZoneOffsetMs(localMs); // off by an hour around daylight saving time changes
  return new Date(localMs - timeZoneOffsetMs(approximateMs)).toISOString();
}

// Offset of the time zone from UTC. The Swedish locale formats times as ISO 8601, but doesn't zero-pad years.
function timeZoneOffsetMs(atMs: number): number {
  const localText = new Date(atMs).toLocaleString('sv-SE', { timeZone: getPageTimeZone() });
  return Date.parse(`${localText.padStart(19, '0').replace(' ', 'T')}Z`) - Math.floor(atMs / 1_000) * 1_000;
}
