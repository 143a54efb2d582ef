import type { ReactNode } from 'react';

import { bookingChange, describeRate, NO_BOOKINGS, type BookingCounts } from '@ringwell/domain/calls/booking-rate';
import { isClearChange } from '@ringwell/domain/calls/happiness';

import type { BookingFigures, Bookings } from '../../../api/types';
import type { AgentPerson } from '../../../lib/format/group-agents';
import { Card } from '../../../ui/layout/card';
import { callsPath, ReportLink, type CallsFilter } from '../calls-link';
import { countNotBooked } from './booking-columns';
import { describeRange, tooFewLeads } from './bookings-copy';
import { AskedToBookLinks, describeProportion } from './share';

/**
 * Shows how many of a person's leads were booked, and how that compares with the rest of the team. Hidden if the person
 * has no leads.
 */
export function AgentBookingsCard({ person, report }: { person: AgentPerson; report: Bookings }): ReactNode {
  const { total, agents } = report;
  const agentBookings = agents.find(({ agentId }) => person.ids.includes(agentId));
  if (!agentBookings || agentBookings.leads === 0) return null;
  const restOfTeam = { leads: total.leads - agentBookings.leads, booked: total.booked - agentBookings.booked };
  const change = bookingChange(toCounts(restOfTeam), toCounts(agentBookings));
  const askedText = describeProportion('Asked to book', agentBookings.asked, 'unbooked calls');
  const renderLink = (booking: CallsFilter['booking'], text: string): ReactNode => (
    <ReportLink to={callsPath(report, { booking, agent: agentBookings.agentId })} className="pointer-coarse:py-2.5">
      {text}
    </ReportLink>
  );
  return (
    <Card title="Booking Rate">
      <p className="font-display text-title font-bold">
        {agentBookings.rate === null
          ? tooFewLeads(agentBookings)
          : describeRate(
              agentBookings,
              change && { points: change.rate, isClear: isClearChange(change) },
              'the rest of the team',
            )}
      </p>
      {agentBookings.low !== null && agentBookings.high !== null && (
        <p className="mt-2">The rate is {describeRange({ low: agentBookings.low, high: agentBookings.high })}.</p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {renderLink('booked', `${agentBookings.booked} booked`)}
        {renderLink('not_booked', `${countNotBooked(agentBookings)} not booked`)}
      </p>
      {askedText !== null && (
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {askedText}.
          <AskedToBookLinks report={report} agent={agentBookings} />
        </p>
      )}
    </Card>
  );
}

function toCounts({ leads, booked }: Pick<BookingFigures, 'leads' | 'booked'>): BookingCounts {
  return { ...NO_BOOKINGS, booked, not_booked_other: leads - booked };
}
