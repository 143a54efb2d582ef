import { useId, type ReactNode } from 'react';

import type { MySession } from '../../api/types';
import { browserName } from '../../lib/format/browser-name';
import { formatDateTime, formatRelative } from '../../lib/format/format';
import { Button } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { SteadyList } from '../../ui/data/steady-list';
import { ACCOUNT_COPY } from './account-copy';
import { useEndSession } from './api';

export function SessionList({ sessions }: { sessions: readonly MySession[] }): ReactNode {
  const end = useEndSession();
  const hintId = useId();
  return (
    <>
      <SteadyList className="divide-y">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {browserName(session.userAgent)}
                {session.isCurrent && <Badge tone="primary">This browser</Badge>}
              </p>
              <p className="text-meta text-fg-muted">{describeSession(session)}</p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="outline"
                size="sm"
                pending={end.isPending && end.variables === session.id}
                aria-label={`${ACCOUNT_COPY.sessions.signOut} ${browserName(session.userAgent)}, ${describeSession(session)}`}
                onClick={() => end.mutate(session.id)}
              >
                {ACCOUNT_COPY.sessions.signOut}
              </Button>
            )}
          </li>
        ))}
      </SteadyList>
      {sessions.length > 1 && (
        <div className="mt-4 space-y-2">
          <Button
            variant="outline"
            pending={end.isPending}
            aria-describedby={hintId}
            onClick={() => end.mutate(undefined)}
          >
            {ACCOUNT_COPY.sessions.signOutOthers}
          </Button>
          <p id={hintId} className="text-meta text-fg-muted">
            {ACCOUNT_COPY.sessions.signOutOthersHint}
          </p>
        </div>
      )}
    </>
  );
}

function describeSession({ createdAt, lastUsedAt, ipAddress }: MySession): string {
  const lastUsed = `Last used ${formatRelative(lastUsedAt, new Date()).toLowerCase()}`;
  const signedIn = `signed in ${formatDateTime(createdAt)}${ipAddress === null ? '' : ` from ${ipAddress}`}`;
  return `${lastUsed}, ${signedIn}`;
}
