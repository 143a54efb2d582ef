import { MIN_LEADS } from '@ringwell/domain/calls/booking-rate';
import type { PeriodStep } from '@ringwell/domain/weekly-letters/report-period';

import type { BookingFigures, CurrentUser } from '../../../api/types';
import { plural } from '../../../lib/format/format';

export const BOOKINGS_COPY = {
  empty: {
    title: 'No bookings in this period',
    text: "Calls are counted once it's clear whether they were booked. Pick a longer period, or check back after your next calls.",
  },
  noWriter: (role: CurrentUser['role']) => ({
    title: 'Bookings need a language model',
    text:
      'It determines whether a call was booked, and none is set up. ' +
      `${role === 'admin' ? 'Run npm run models -- auto to install one (see docs/operate/engines.md)' : 'Ask your administrator to add one'}, ` +
      'or open a call and set Booked or not yourself.',
  }),
  noneFound: {
    title: 'No bookings match this filter',
    text: 'Choose another filter or a longer period.',
  },
  scale:
    'A lead is a call with a chance of new work. The rate is the percentage of leads that were booked. The range shows how ' +
    'much it could vary by chance (95% confidence).',
  hours: `Rate by hour (at least ${MIN_LEADS} leads each)`,
  gaps: (step: PeriodStep): string => `Any ${step} with fewer than ${MIN_LEADS} leads is left out.`,
  noLine: (step: PeriodStep): string => `No ${step} has the ${MIN_LEADS} leads needed for a rate.`,
} as const;

/** Text such as `3 leads: too few for a rate`. */
export function tooFewLeads({ leads }: Pick<BookingFigures, 'leads'>): string {
  return leads === 0 ? 'No leads' : `${plural(leads, 'lead')}: too few for a rate`;
}

/** Text such as `between 45% and 63%`. */
export function describeRange({ low, high }: { low: number; high: number }): string {
  return `between ${low}% and ${high}%`;
}
