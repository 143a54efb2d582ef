import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Member } from '../../api/types';
import { agentsQuery } from '../../lib/queries/api';
import { pollEvery } from '../../lib/queries/poll';
import { useUser } from '../../lib/session/session';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { AgentList } from './agent-list';
import { TEAM_COPY } from './team-copy';

// Polls rarely, because counting a large account's calls takes a moment.
const POLL_MS = 60_000;

const { agents: copy } = TEAM_COPY;

/** Agents heard in calls, and the members they're matched to. */
export function Agents({ members }: { members: readonly Member[] }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery({ ...agentsQuery(accountId), refetchInterval: pollEvery(POLL_MS) });
  return (
    <Card title={copy.title} subtitle={copy.text}>
      {data ? (
        data.length > 0 ? (
          <AgentList agents={data} members={members} />
        ) : (
          <p className="text-fg-muted">{copy.none}</p>
        )
      ) : (
        <LoadPlaceholder subject="the agents" className="h-24" retry={isError && refetch} />
      )}
    </Card>
  );
}
