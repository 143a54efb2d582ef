import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api, dataOf } from '../../api/client';
import type { Agent, AgentMatch } from '../../api/types';
import { COPY } from '../../lib/copy';
import { toastServerMessage } from '../../lib/messages/failure-toast';
import { toast } from '../../lib/messages/toast-store';
import { agentsQuery } from '../../lib/queries/agents-query';
import { myKey, useUser } from '../../lib/session/session';
import { TEAM_COPY } from './team-copy';

/** Matches an agent to a member. Calls then show the member's name. */
export function useMatchAgent({ id, name }: Agent): UseMutationResult<Agent[], Error, AgentMatch> {
  const client = useQueryClient();
  const { accountId } = useUser();
  const { queryKey } = agentsQuery(accountId);
  return useMutation({
    scope: { id: `agent-${id}` }, // one after another, so that the last choice wins
    mutationFn: (body: AgentMatch) => dataOf(api.PUT('/api/my/agents/{id}', { params: { path: { id } }, body })),
    onSuccess: (agents) => {
      client.setQueryData(queryKey, agents);
      const member = agents.find((agent) => agent.id === id)?.member;
      toast({ title: COPY.success, description: TEAM_COPY.agents.matched(name, member?.name) });
      return client.invalidateQueries({ queryKey: myKey(accountId, 'calls') });
    },
    onError: (error) => {
      toastServerMessage(error, TEAM_COPY.agents.failed);
      return client.invalidateQueries({ queryKey });
    },
  });
}
