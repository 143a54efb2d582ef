import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, unwrap } from '../../api/client';
import type { Agent, AgentMatch } from '../../api/types';
import { agentsQuery } from '../../lib/queries/api';
import { useChange } from '../../lib/queries/use-change';
import { accountKey, useUser } from '../../lib/session/session';
import { TEAM_COPY } from './team-copy';

/** Sets who an agent is. Calls then show that person's name. */
export function useMatchAgent({ id, name }: Agent): UseMutationResult<Agent[], Error, AgentMatch> {
  const client = useQueryClient();
  const { accountId } = useUser();
  const { queryKey } = agentsQuery(accountId);
  return useChange({
    scope: { id: `agent-${id}` }, // sequential, because the last choice must win
    mutationFn: (body: AgentMatch) => unwrap(api.PUT('/api/my/agents/{id}', { params: { path: { id } }, body })),
    replaces: queryKey,
    succeeded: (agents) => {
      const agent = agents.find((item) => item.id === id);
      const person = agent?.member ?? agent?.sameAs;
      return agent?.isHidden ? `Reports and filters leave out ${name}.` : TEAM_COPY.agents.matched(name, person?.name);
    },
    refetch: [accountKey(accountId, 'calls')],
    failed: "Couldn't save the match. Please try again.",
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
