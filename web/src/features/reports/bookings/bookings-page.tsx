import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import type { CallbackResult } from '@ringwell/domain/follow-ups/follow-up';

import type { Bookings } from '../../../api/types';
import { formatCents, plural } from '../../../lib/format/format';
import { PATHS } from '../../../lib/paths';
import { bookingsQuery, mySettingsQuery } from '../../../lib/queries/api';
import { useHasRole, useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Card } from '../../../ui/layout/card';
import { followUpsPath, ReportLink } from '../calls-link';
import { HAPPINESS_COPY } from '../happiness-copy';
import { parseDirection } from '../report-filter';
import { ReportFrame } from '../report-frame';
import { ReportToolbar } from '../report-toolbar';
import { useReportAddress, type ReportAddress } from '../use-report-address';
import { BookingAgentsCard, BookingCampaignsCard, BookingHoursCard } from './booking-breakdown-card';
import { BOOKINGS_COPY } from './bookings-copy';
import { RateCard } from './rate-card';
import { RateTrendCard } from './rate-trend-card';
import { ReachedCard } from './share';

/** Shows how many leads were booked, and why the rest were not. The period and filter are in the URL. */
export function BookingsPage(): ReactNode {
  const { accountName } = useUser();
  const address = useReportAddress({ parse: parseDirection });
  const { direction } = address.filter;
  return (
    <div className="grid grid-cols-1 gap-6 print:[zoom:0.5]">
      <p className="hidden font-display text-title font-bold print:block">
        Bookings, {accountName}
        {direction && `, ${CALL_DIRECTION_NAMES[direction]} calls`}
      </p>
      <ReportToolbar address={address} path="/api/my/bookings" />
      <Report {...address} />
    </div>
  );
}

function Report({ period: { from, to, by }, filter }: Pick<ReportAddress, 'period' | 'filter'>): ReactNode {
  const { accountId } = useUser();
  const result = useQuery(bookingsQuery(accountId, { from, to, by, direction: filter.direction }));
  return (
    <ReportFrame result={result} subject="bookings">
      {(report) => (
        <>
          {report.isRecounting && <p role="status">{HAPPINESS_COPY.recounting}</p>}
          {report.total.leads + report.total.notALead === 0 ? (
            <>
              <NoBookings isFiltered={'direction' in filter} />
              <WonLeadsCard report={report} />
            </>
          ) : (
            <>
              <RateCard report={report} />
              <RateTrendCard report={report} />
              <WonLeadsCard report={report} />
              <BookingAgentsCard report={report} />
              <BookingCampaignsCard report={report} />
              <BookingHoursCard report={report} />
            </>
          )}
          <ReachedCard report={report} />
        </>
      )}
    </ReportFrame>
  );
}

function NoBookings({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const { accountId, role } = useUser();
  const canSeeSettings = useHasRole('manager');
  const { data: settings } = useQuery({ ...mySettingsQuery(accountId), enabled: canSeeSettings });
  const { noneFound, noWriter, empty } = BOOKINGS_COPY;
  return (
    <Card>
      <EmptyState
        icon={<CalendarCheck />}
        {...(isFiltered ? noneFound : settings?.hasWriter === false ? noWriter(role) : empty)}
      >
        <ButtonLink to={PATHS.calls} variant="outline">
          See all calls
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}

/** Shows how many leads were won back, and their value. Hidden if there were no leads to win back. */
function WonLeadsCard({ report }: { report: Bookings }): ReactNode {
  const { opened, waiting, won, broughtCents, estimated } = report.wonLeads;
  if (opened === 0) return null;
  const revenue = broughtCents === 0 ? '' : `, bringing in ${formatCents(broughtCents)}`;
  const renderLink = (callback: CallbackResult, text: string): ReactNode => (
    <ReportLink to={followUpsPath(report, callback, 'lead')}>{text}</ReportLink>
  );
  return (
    <Card title="Leads Won Back" subtitle={<>{renderLink('all', plural(opened, 'lead'))} to win back</>}>
      <p className="font-display text-title font-bold">
        {won === 0 ? 'None won back yet' : `${won} of ${opened} won back${revenue}`}
      </p>
      {estimated > 0 && (
        <p className="mt-1 text-fg-muted">
          {estimated} of these leads {estimated === 1 ? 'is' : 'are'} valued at your average job until the job&apos;s
          total is known.
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {won > 0 && <span>{renderLink('won', `${won} won back`)}</span>}
        {waiting > 0 && <span>{renderLink('waiting', `${waiting} still waiting`)}</span>}
      </p>
    </Card>
  );
}
