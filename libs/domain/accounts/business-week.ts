/** Times of day as HH:MM. `until` may be 24:00. */
export interface OpenHours {
  from: string;
  until: string;
}

/** Monday first. Null means closed. */
export type BusinessWeek = (OpenHours | null)[];

const WEEKDAY: OpenHours = { from: '08:00', until: '17:00' };

/** Business hours of accounts that haven't set any. */
export const DEFAULT_BUSINESS_WEEK: BusinessWeek = [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, null, null];

/**
 * Due times are searched for in the next 400 days, which must contain a day that isn't a holiday even if the office
 * opens only once a week.
 */
export const MAX_HOLIDAYS = 50;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Whether the value is a week with at least one open day. On each open day, the office must close later than it opens.
 */
export function isBusinessWeek(value: unknown): value is BusinessWeek {
  if (!Array.isArray(value) || value.length !== 7) return false;
  return value.every((day) => day === null || isOpenHours(day)) && value.some((day) => day !== null);
}

function isOpenHours(value: unknown): value is OpenHours {
  if (typeof value !== 'object' || value === null) return false;
  const { from, until, ...otherFields } = value as Record<string, unknown>;
  if (typeof from !== 'string' || typeof until !== 'string' || Object.keys(otherFields).length > 0) return false;
  return TIME.test(from) && (TIME.test(until) || until === '24:00') && from < until;
}
