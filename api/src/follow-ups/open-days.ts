import { DateTime } from 'luxon';

import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { findOpenSpan } from '@ringwell/rules/calendar/business-hours';
import { getBusinessHours } from '@ringwell/rules/follow-ups/plan-follow-up';

import type { OpenDayDto } from './dto/open-day.dto';

const DAYS_AHEAD = 14;

/** Returns office hours for today and the next two weeks, skipping days when the office is closed. */
export function openDays(settings: AccountSettings, now: Date): OpenDayDto[] {
  const hours = getBusinessHours(settings);
  const today = DateTime.fromJSDate(now, { zone: hours.timeZone }).startOf('day');
  return Array.from({ length: 1 + DAYS_AHEAD }, (_, days) => findOpenSpan(today.plus({ days }), hours))
    .filter((span) => span !== null)
    .map(({ opens, closes }) => ({
      opensAt: opens.toJSDate().toISOString(),
      closesAt: closes.toJSDate().toISOString(),
    }));
}
