import { DateTime } from 'luxon';

import type { QuietHours } from '@ringwell/domain/accounts/member-alerts';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import type { DigestMessage, Suppression } from './delivery-channel';
import type { Postponement } from './messages/message';

export const QUIET_HOURS = {
  code: 'QUIET_HOURS',
  message: "The recipient's quiet hours are in effect. This email will be sent when they end.",
} satisfies Suppression;

/** How long an email waits for its recipient's quiet hours to end; null outside quiet hours. */
export function checkQuietHours({
  recipientAlerts,
  settings,
}: Pick<DigestMessage, 'recipientAlerts' | 'settings'>): Postponement | null {
  if (!recipientAlerts?.quietHours) return null;
  const now = new Date();
  const end = quietHoursEnd(now, recipientAlerts.quietHours, settings.timeZone ?? DEFAULT_TIME_ZONE);
  return end && { waitMs: end.getTime() - now.getTime(), reason: QUIET_HOURS };
}

/**
 * @param timeZone of the quiet hours, as an IANA time zone name
 * @returns the end of the quiet hours that include this time, or null outside quiet hours
 */
export function quietHoursEnd(date: Date, { from, until }: QuietHours, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(date, { zone: timeZone });
  const time = local.toFormat('HH:mm');
  const isQuiet = from < until ? from <= time && time < until : from <= time || time < until;
  if (!isQuiet) return null;
  const [hour, minute] = until.split(':').map(Number);
  const day = time < until ? local : local.plus({ days: 1 });
  return day.set({ hour, minute, second: 0, millisecond: 0 }).toJSDate();
}
