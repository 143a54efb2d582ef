import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import type { BookingFigures, Bookings } from '../../../api/types';
import type { Column } from '../../../ui/data/data-table';
import { CallsLink, type CallsFilter } from '../calls-link';
import { Rate } from './rate';

export function countNotBooked({ undecided, unreached, otherReason }: BookingFigures): number {
  return undecided + unreached + otherReason;
}

/** Whether jobs were found for the report's leads. Requires ServiceTitan. */
export function hasJobs({ total }: Pick<Bookings, 'total'>): boolean {
  return total.confirmed > 0;
}

/** Converts the report's filter to a call list filter. */
export function toCallsFilter({ direction }: Pick<Bookings, 'direction'>): CallsFilter {
  return direction === null ? {} : { direction };
}

interface BookingColumnsOptions<Row> {
  getPeriod: (row: Row) => Period;
  /** Filters for the row's calls, in addition to the period and the outcome. */
  getFilter: (row: Row) => CallsFilter;
  getName: (row: Row) => string;
  hasJobs: boolean;
}

const COUNT_DEFINITIONS = [
  ['booked', 'Booked', ({ booked }: BookingFigures) => booked],
  ['not_booked', 'Not booked', countNotBooked],
  ['not_a_lead', 'Not a lead', ({ notALead }: BookingFigures) => notALead],
] as const;

/** Columns for the rate and the calls by outcome, with links to the calls. */
export function bookingColumns<Row extends BookingFigures>(
  options: BookingColumnsOptions<Row>,
): readonly Column<Row>[] {
  return [
    { id: 'rate', header: 'Booking rate', align: 'end', cell: (row) => <Rate figures={row} /> },
    ...COUNT_DEFINITIONS.map(([booking, header, getCount]): Column<Row> => ({
      id: booking,
      header,
      align: 'end',
      cell: (row) => (
        <CallsLink
          count={getCount(row)}
          period={options.getPeriod(row)}
          filter={{ booking, ...options.getFilter(row) }}
          name={`${header}, ${options.getName(row)}`}
        />
      ),
    })),
    ...(options.hasJobs ? [jobColumn(options)] : []),
  ];
}

function jobColumn<Row extends BookingFigures>({
  getPeriod,
  getFilter,
  getName,
}: BookingColumnsOptions<Row>): Column<Row> {
  return {
    id: 'confirmed',
    header: 'With a job',
    align: 'end',
    cell: (row) => (
      <>
        <CallsLink
          count={row.confirmed}
          period={getPeriod(row)}
          filter={{ booking: 'lead', hasJob: true, ...getFilter(row) }}
          name={`with a job, ${getName(row)}`}
        />
        {row.confirmedRate !== null && ` (${row.confirmedRate}%)`}
      </>
    ),
  };
}
