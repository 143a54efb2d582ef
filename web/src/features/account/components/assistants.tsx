import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '../../../api/client';
import type { ConnectedAssistant } from '../../../api/types';
import { browserLocation } from '../../../lib/browser/browser-location';
import { formatDate, formatRelative } from '../../../lib/format/format';
import { getQuery } from '../../../lib/queries/get-query';
import { useChange } from '../../../lib/queries/use-change';
import { accountKey, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { SteadyList } from '../../../ui/data/steady-list';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Card } from '../../../ui/layout/card';
import { ASSISTANTS_COPY } from './assistants-copy';

interface AssistantsProps {
  /** `me`: the user's own assistants. `team`: every member's, for owners; hidden if empty. */
  scope: 'me' | 'team';
  className?: string;
}

/** Apps connected by signing in, each with a button that revokes its access. */
export function Assistants({ scope, className }: AssistantsProps): ReactNode {
  const { id: userId, accountId } = useUser();
  const path = scope === 'me' ? '/api/my/assistants' : '/api/my/team/assistants';
  const { data, isError, refetch } = useQuery(
    getQuery(accountKey(accountId, 'assistants', scope === 'me' ? userId : 'team'), path, {
      staleTime: 0, // assistants can be connected in other windows
      refetchOnWindowFocus: 'always',
    }),
  );
  const disconnect = useChange({
    mutationFn: ({ id }: ConnectedAssistant) => api.DELETE(`${path}/{id}`, { params: { path: { id } } }),
    succeeded: (_data, { name }) => ASSISTANTS_COPY.disconnected(name),
    failed: "Couldn't disconnect the assistant. Please try again.",
    refetchAlways: [accountKey(accountId, 'assistants')],
  });
  if (scope === 'team' && !data?.length) return null;
  return (
    <Card title={ASSISTANTS_COPY.title} className={className}>
      {isError && <LoadFailed subject="your assistants" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className="text-fg-muted">
          {ASSISTANTS_COPY.none} <code className="wrap-anywhere">{`${browserLocation.origin()}/api/mcp`}</code>
        </p>
      )}
      {data && (
        <SteadyList label={ASSISTANTS_COPY.title} className="divide-y">
          {data.map((assistant) => (
            <li
              key={assistant.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{`${assistant.name} (${assistant.host})`}</p>
                <p className="text-meta text-fg-muted">{describeAssistant(assistant, scope)}</p>
              </div>
              <Button
                variant="outline"
                size="sm"
                aria-label={`${ASSISTANTS_COPY.disconnect}: ${assistant.name}, ${describeAssistant(assistant, scope)}`}
                pending={disconnect.isPending && disconnect.variables.id === assistant.id}
                onClick={() => disconnect.mutate(assistant)}
              >
                {ASSISTANTS_COPY.disconnect}
              </Button>
            </li>
          ))}
        </SteadyList>
      )}
    </Card>
  );
}

function describeAssistant(
  { isReadOnly, connectedAt, connectedBy, lastUsedAt }: ConnectedAssistant,
  scope: AssistantsProps['scope'],
): string {
  const permissions = isReadOnly ? 'Read only' : 'Can read calls, and take and close follow-ups';
  const connectedByText = scope === 'team' ? ` by ${connectedBy}` : '';
  const usage =
    lastUsedAt === null ? 'never used' : `last used ${formatRelative(lastUsedAt, new Date()).toLowerCase()}`;
  return `${permissions}, connected ${formatDate(connectedAt)}${connectedByText}, ${usage}`;
}
