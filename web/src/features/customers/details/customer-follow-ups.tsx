import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import { followUpPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Assignee } from '../../follow-ups/components/assignee';
import { DueTime } from '../../follow-ups/components/due-time';
import { customerFollowUpsQuery } from '../api';
import { CUSTOMERS_COPY } from '../customers-copy';

export function CustomerFollowUps({ customerId }: { customerId: string }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(customerFollowUpsQuery(accountId, customerId));
  if (data === undefined) return <LoadPlaceholder subject="follow-ups" className="h-16" retry={isError && refetch} />;
  if (data.followUps.length === 0) return <p className="text-fg-muted">{CUSTOMERS_COPY.followUps.none}</p>;
  return (
    <ul className="-my-3 divide-y">
      {data.followUps.map((followUp) => (
        <li key={followUp.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-3">
          <Link to={followUpPath(followUp.id)} className="font-medium underline-offset-4 hover:underline">
            {FOLLOW_UP_KIND_NAMES[followUp.kind]}
          </Link>
          <DueTime followUp={followUp} />
          {followUp.why !== FOLLOW_UP_KIND_NAMES[followUp.kind] && (
            <span dir="auto" className="col-span-2 text-fg-muted">
              {followUp.why}
            </span>
          )}
          <span className="col-span-2">
            <Assignee followUp={followUp} />
          </span>
        </li>
      ))}
    </ul>
  );
}
