import { useQuery } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';

import { isNotFound } from '../../../api/api-error';
import { usePageTitle } from '../../../lib/browser/use-document-title';
import { COPY } from '../../../lib/copy';
import { PATHS } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { ButtonLink } from '../../../ui/buttons/button';
import { EmptyState, LoadFailed, RefreshFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { callQuery } from '../api';
import { otherParty } from '../call-party';
import { callStateName } from '../components/call-state-pill';
import type { AdjacentCalls } from './adjacent-calls';
import { CallDetails } from './call-details';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { CallHeader, toLabeledCall } from './call-header';

interface CallViewProps {
  id: string;
  adjacentCalls: AdjacentCalls;
  closeButton: ReactNode;
  /** Closes the call. */
  onDeleted: () => void;
  /** Position to start at in the recording. */
  startMs?: number;
  /** Whether the call fills the page. If so, the browser tab is named after it. */
  isFullPage?: boolean;
}

export function CallView({
  id,
  adjacentCalls,
  closeButton,
  onDeleted,
  startMs,
  isFullPage = false,
}: CallViewProps): ReactNode {
  const user = useUser();
  const query = useQuery(callQuery(user.accountId, id));
  const { error, refetch } = query;
  const isGone = isNotFound(error); // a colleague may delete the call while it is open
  const data = isGone ? undefined : query.data;
  usePageTitle(isFullPage && data ? `${otherParty(data).title}, ${callStateName(toLabeledCall(data))}` : null);
  return (
    <>
      <CallHeader call={data} adjacentCalls={adjacentCalls} closeButton={closeButton} onDeleted={onDeleted} />
      {data !== undefined && error !== null && (
        <div className="border-b px-4 py-2 md:px-6">
          <RefreshFailed onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined ? (
        <CallDetails key={`${id} ${startMs}`} call={data} adjacentCalls={adjacentCalls} startMs={startMs} />
      ) : error === null ? (
        <LoadingCall />
      ) : isGone ? (
        <EmptyState icon={<PhoneOff />} {...CALL_DETAILS_COPY.notFound}>
          <ButtonLink to={PATHS.calls} variant="outline">
            {COPY.calls.title}
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className="p-4 md:p-6">
          <LoadFailed subject="the call" onRetry={() => void refetch()} />
        </div>
      )}
    </>
  );
}

function LoadingCall(): ReactNode {
  return (
    <div role="status" className="grid gap-5 p-4 md:p-6">
      <Skeleton className="h-8 w-1/2" label="Loading call" />
      <Skeleton className="h-24" />
      <Skeleton className="h-60" />
    </div>
  );
}
