import { DateTime } from 'luxon';

import type { QuietHours } from '@ringwell/domain/member-alerts';

/**
 * @param timeZone of the quiet hours, a name of the IANA database
 * @returns when the quiet hours end that include this time, or null outside of them
 */
export function quietHoursEnd(at: Date, { from, until }: QuietHours, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  const isQuiet = from < until ? from <= time && time < until : from <= time || time < until;
  if (!isQuiet) return null;
  const [hour, minute] = until.split(':').map(Number);
  const day = time < until ? local : local.plus({ days: 1 });
  return day.set({ hour, minute, second: 0, millisecond: 0 }).toJSDate();
}
