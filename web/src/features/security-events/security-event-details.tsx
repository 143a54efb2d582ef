import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { SecurityEvent } from '../../api/types';
import { formatDateTime, formatNumber } from '../../lib/format/format';
import { userAccountPath } from '../../lib/paths';
import { Dialog } from '../../ui/overlays/dialog';
import { KIND_NAMES, OUTCOME_NAMES } from './security-events-copy';
import { UserLink } from './user-link';

interface SecurityEventDetailsProps {
  event: SecurityEvent;
  onClose: () => void;
}

export function SecurityEventDetails({ event, onClose }: SecurityEventDetailsProps): ReactNode {
  return (
    <Dialog onClose={onClose} title={KIND_NAMES[event.kind]} description={event.what}>
      <dl className="grid gap-3">
        <Fact term="Outcome">{OUTCOME_NAMES[event.outcome]}</Fact>
        <Fact term={event.count > 1 ? 'Last time' : 'Time'}>{formatDateTime(event.lastAt)}</Fact>
        {event.count > 1 && (
          <>
            <Fact term="First time">{formatDateTime(event.firstAt)}</Fact>
            <Fact term="Times">{formatNumber(event.count)}</Fact>
          </>
        )}
        <Fact term="Who">{event.user && <UserLink user={event.user} />}</Fact>
        <Fact term="About">{event.about && <UserLink user={event.about} />}</Fact>
        <Fact term="Account">{event.account && <AccountName account={event.account} />}</Fact>
        <Fact term="IP address">{event.ipAddress}</Fact>
        <Fact term="Browser">{event.userAgent}</Fact>
        <Fact term="Request">{event.route}</Fact>
        <Fact term="Code">{event.code}</Fact>
        <Fact term="Entered email">
          {event.emailHash && `Not a user's email. The same text always produces this code: ${event.emailHash}`}
        </Fact>
      </dl>
    </Dialog>
  );
}

function AccountName({ account: { name, ownerId } }: { account: NonNullable<SecurityEvent['account']> }): ReactNode {
  if (name === null) return 'A deleted account';
  if (ownerId === null) return name;
  return (
    <Link to={userAccountPath(ownerId)} className="font-medium text-primary underline underline-offset-2">
      {name}
    </Link>
  );
}

// Renders nothing if the value is unknown.
function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  if (children === null || children === '') return null;
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
      <dt className="text-fg-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
