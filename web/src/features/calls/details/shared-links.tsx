import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { SharedLink } from '../../../api/types';
import { formatDateTime, formatDuration, plural } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { SteadyList } from '../../../ui/data/steady-list';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { sharesQuery } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { useRevokeShare } from './use-shares';

const { share: copy } = CALL_DETAILS_COPY;

/** Active links to a call, with the number of times each was opened and a button to revoke it. */
export function SharedLinks({ callId }: { callId: string }): ReactNode {
  const user = useUser();
  const { data, isError, refetch } = useQuery(sharesQuery(user.accountId, callId));
  return (
    <section aria-labelledby="shared-links" className="mt-6 border-t pt-5">
      <h3 id="shared-links" className="text-prose">
        Links
      </h3>
      {data === undefined && isError && <LoadFailed subject="the links" onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="mt-1 text-fg-muted">{copy.none}</p>}
      <SteadyList className="mt-1 divide-y">
        {data?.map((link) => (
          <SharedLinkRow key={link.id} callId={callId} link={link} />
        ))}
      </SteadyList>
    </section>
  );
}

function SharedLinkRow({ callId, link }: { callId: string; link: SharedLink }): ReactNode {
  const revoke = useRevokeShare(callId);
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold">{linkName(link)}</p>
        <p className="text-meta text-fg-muted">Works until {formatDateTime(link.expiresAt)}</p>
        <p className="text-meta text-fg-muted">{describeOpenings(link)}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Revoke: ${linkName(link)}, until ${formatDateTime(link.expiresAt)}`}
        pending={revoke.isPending}
        onClick={() => revoke.mutate(link.id)}
      >
        Revoke
      </Button>
    </li>
  );
}

function linkName({ scope, clip }: SharedLink): string {
  if (clip === null) return copy.scopes[scope];
  return `Clip, ${formatDuration(clip.fromSeconds)} to ${formatDuration(clip.toSeconds)}`;
}

function describeOpenings({ openings, firstOpenedAt, lastOpenedAt }: SharedLink): string {
  if (firstOpenedAt === null || lastOpenedAt === null) return 'Not opened yet';
  if (openings === 1) return `Opened once, ${formatDateTime(firstOpenedAt)}`;
  return `Opened ${plural(openings, 'time')}, first ${formatDateTime(firstOpenedAt)}, last ${formatDateTime(lastOpenedAt)}`;
}
