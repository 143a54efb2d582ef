/** Times of day as HH:MM. */
export interface OpenHours {
  from: string;
  until: string;
}

/** Monday first. Null: closed. */
export type BusinessWeek = readonly (OpenHours | null)[];

const WEEKDAY: OpenHours = { from: '08:00', until: '17:00' };

/** Of accounts that have not set their hours. */
export const DEFAULT_BUSINESS_WEEK: BusinessWeek = [WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, null, null];

/** Due times are looked for in the next 400 days, so an office that opens once a week needs fewer holidays than weeks. */
export const MAX_HOLIDAYS = 50;
