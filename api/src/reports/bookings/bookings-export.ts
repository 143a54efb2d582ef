import { BOOKING_NAMES } from '@ringwell/domain/calls/booking';
import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { formatSpreadsheet, type SpreadsheetRow } from '@ringwell/platform/spreadsheet';

import type { BookingFiguresDto, BookingsDto, ShareDto } from '../dto/bookings.dto';

const COLUMNS = [
  'Section',
  'Name',
  'From',
  'To',
  'Booking Rate (%)',
  'Low',
  'High',
  'Leads',
  BOOKING_NAMES.booked,
  BOOKING_NAMES.not_booked_undecided,
  BOOKING_NAMES.not_booked_unreached,
  'Not booked: other reason',
  BOOKING_NAMES.not_a_lead,
  'Leads with a job',
  'Leads with a job (%)',
  'Won Back',
  'US Dollars',
];

export const EXAMPLE_BOOKINGS_TABLE =
  `${COLUMNS.join(',')}\r\n` +
  'Total,,2026-03-01,2026-03-31,54,45,63,120,65,30,15,10,80,58,48,,\r\n' +
  'Agent,Paul Ruiz,2026-03-01,2026-03-31,,,,8,6,1,1,0,4,0,,,\r\n';

/** Returns one row per figure, in report order. The rate is empty if there are too few leads. */
export function bookingsTable(report: BookingsDto): Promise<string> {
  const { from, to, direction, total, before, trend, agents, campaigns, hours, accuracy, wonLeads } = report;
  const periodRow = (section: string, name: string, figures: BookingFiguresDto): SpreadsheetRow =>
    figuresRow(section, name, { from, to, ...figures });
  const directionName = direction === null ? '' : CALL_DIRECTION_NAMES[direction];
  const rows: SpreadsheetRow[] = [
    periodRow('Total', directionName, total),
    figuresRow('Previous total', directionName, before),
    ...trend.map((step) => figuresRow('Trend', '', step)),
    ...agents.map((agent) => periodRow('Agent', agent.agentName, agent)),
    ...campaigns.map((campaign) => periodRow('Campaign', campaign.campaign, campaign)),
    ...hours.map((hour) => periodRow('Hour', `${hour.hour}:00`, hour)),
    ...agents.flatMap(({ agentName, asked }) => shareRows('Asked to book', agentName, report, asked)),
    ...shareRows('Reached', 'Outbound calls', report, report.reached),
    ...shareRows('Judged correctly', 'Calls with a job', report, {
      ...accuracy,
      count: accuracy.right,
      others: accuracy.jobs - accuracy.right,
    }),
    ...(wonLeads.opened === 0 ? [] : [wonRow(report)]),
  ];
  return formatSpreadsheet(COLUMNS, rows);
}

function figuresRow(
  section: string,
  name: string,
  figures: BookingFiguresDto & { from: string; to: string },
): SpreadsheetRow {
  const { from, to, rate, low, high, leads, booked, undecided, unreached, otherReason, notALead } = figures;
  const counts = [leads, booked, undecided, unreached, otherReason, notALead, figures.confirmed, figures.confirmedRate];
  return [section, name, from, to, rate, low, high, ...counts, null, null];
}

// Writes the number of calls to the Leads column, and the number of calls counted in the share to the Booked column.
function shareRows(section: string, name: string, { from, to }: BookingsDto, share: ShareDto): SpreadsheetRow[] {
  const { count, others, rate, low, high } = share;
  const row = [section, name, from, to, rate, low, high, count + others, count, ...Array<null>(8).fill(null)];
  return count + others === 0 ? [] : [row];
}

function wonRow({ from, to, wonLeads: { opened, won, broughtCents } }: BookingsDto): SpreadsheetRow {
  const blanks = Array<null>(3).fill(null);
  return ['Leads to win back', '', from, to, ...blanks, opened, ...Array<null>(7).fill(null), won, broughtCents / 100];
}
