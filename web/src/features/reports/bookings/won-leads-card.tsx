import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { CallbackResult } from '@ringwell/domain/follow-ups/follow-up';

import type { Bookings } from '../../../api/types';
import { formatCents, plural } from '../../../lib/format/format';
import { Card } from '../../../ui/layout/card';
import { followUpsPath } from '../calls-link';

/** Shows how many leads were won back, and their value. Hidden if there were no leads to win back. */
export function WonLeadsCard({ report }: { report: Bookings }): ReactNode {
  const { opened, waiting, won, broughtCents, estimated } = report.wonLeads;
  if (opened === 0) return null;
  const revenue = broughtCents === 0 ? '' : `, bringing in ${formatCents(broughtCents)}`;
  const renderLink = (callback: CallbackResult, text: string): ReactNode => (
    <Link
      to={followUpsPath(report, callback, 'lead')}
      className="font-semibold text-primary underline-offset-2 hover:underline"
    >
      {text}
    </Link>
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
