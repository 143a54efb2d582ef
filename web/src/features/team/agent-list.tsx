import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';

import { api, unwrap } from '../../api/client';
import type { Agent, AgentMatch, Member } from '../../api/types';
import { displayName, plural } from '../../lib/format/format';
import { agentPath, PATHS } from '../../lib/paths';
import { agentsQuery } from '../../lib/queries/api';
import { useChange } from '../../lib/queries/use-change';
import { useHasRole, accountKey, useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Pager, usePages } from '../../ui/data/pager';
import { SteadyList } from '../../ui/data/steady-list';
import { Options, Select } from '../../ui/forms/input';
import { TEAM_COPY } from './team-copy';

const { agents: copy } = TEAM_COPY;

interface AgentListProps {
  agents: readonly Agent[];
  members: readonly Member[];
}

export function AgentList({ agents, members }: AgentListProps): ReactNode {
  const hidden = agents.filter(({ isHidden }) => isHidden);
  const visibleAgents = agents.filter(({ isHidden }) => !isHidden);
  return (
    <>
      <Rows label={copy.title} agents={visibleAgents} candidates={visibleAgents} members={members} />
      {hidden.length > 0 && (
        <details className="mt-4">
          <summary className="w-fit cursor-pointer py-1 font-semibold text-fg-muted hover:text-fg">
            {copy.hidden(hidden.length)}
          </summary>
          <Rows label={copy.hidden(hidden.length)} agents={hidden} candidates={visibleAgents} members={members} />
        </details>
      )}
    </>
  );
}

interface RowsProps extends AgentListProps {
  label: string;
  /** Agents that the listed ones can be merged with. */
  candidates: readonly Agent[];
}

// Shows pages, because each row's select lists all members and agents.
function Rows({ label, agents, candidates, members }: RowsProps): ReactNode {
  const canMatch = useHasRole('manager');
  const pages = usePages(agents, '');
  return (
    <>
      <SteadyList label={label} className="divide-y">
        {pages.rows?.map((agent) => (
          <li
            key={agent.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 grow basis-40">
              {agent.isHidden ? (
                <p className="font-semibold wrap-anywhere">{agent.name}</p>
              ) : (
                <Link
                  to={agentPath(agent.id)}
                  className="block min-h-6 w-fit font-semibold wrap-anywhere underline-offset-4 hover:underline"
                >
                  {agent.name}
                </Link>
              )}
              <Link
                to={`${PATHS.calls}?agent=${agent.id}`}
                className="inline-flex min-h-6 items-center text-meta text-fg-muted underline-offset-4 hover:underline"
              >
                {plural(agent.callCount, 'call')}
                <span className="sr-only"> handled by {agent.name}</span>
              </Link>
            </div>
            {canMatch ? (
              <MatchControls agent={agent} candidates={candidates} members={members} />
            ) : (
              <p className="font-medium text-fg-muted wrap-anywhere">{(agent.member ?? agent.sameAs)?.name}</p>
            )}
          </li>
        ))}
      </SteadyList>
      <Pager {...pages} />
    </>
  );
}

// The select's values are a member's ID, `same:` plus another agent's ID, `hidden`, or empty.
const SAME_AS_PREFIX = 'same:';
const HIDDEN_VALUE = 'hidden';

function parseChoice(value: string): AgentMatch {
  if (value === HIDDEN_VALUE) return { memberUserId: null, isHidden: true };
  if (value.startsWith(SAME_AS_PREFIX)) return { memberUserId: null, sameAsId: value.slice(SAME_AS_PREFIX.length) };
  return { memberUserId: value || null, isSuggestionDismissed: value === '' };
}

interface MatchControlsProps {
  agent: Agent;
  candidates: readonly Agent[];
  members: readonly Member[];
}

// The buttons disappear after use, so focus moves to the select.
function MatchControls({ agent, candidates, members }: MatchControlsProps): ReactNode {
  const { id, name, member, sameAs, isHidden, isSuggestionDismissed } = agent;
  const suggestion = agent.suggestion ?? agent.sameAsSuggestion;
  const samePersonOptions = [
    ...candidates.filter((option) => option.id !== id && option.member === null && option.sameAs === null),
    // Names without calls aren't listed.
    ...(sameAs && !candidates.some((option) => option.id === sameAs.id) ? [sameAs] : []),
  ];
  const selectRef = useRef<HTMLSelectElement>(null);
  const match = useMatchAgent(agent);
  const saveMatch = (change: AgentMatch): void => {
    selectRef.current?.focus({ preventScroll: true });
    match.mutate(change);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {suggestion && (
        <div role="group" aria-label={`Who ${name} is`} className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{`Is this ${suggestion.name}?`}</span>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Yes, ${name} is ${suggestion.name}`}
            disabled={match.isPending}
            onClick={() =>
              saveMatch(parseChoice('userId' in suggestion ? suggestion.userId : `${SAME_AS_PREFIX}${suggestion.id}`))
            }
          >
            Yes
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={`No, ${name} isn't ${suggestion.name}`}
            disabled={match.isPending}
            onClick={() => saveMatch({ memberUserId: null, isSuggestionDismissed: true })}
          >
            No
          </Button>
        </div>
      )}
      <Select
        ref={selectRef}
        aria-label={`Who is ${name}?`}
        value={isHidden ? HIDDEN_VALUE : (member?.userId ?? (sameAs ? `${SAME_AS_PREFIX}${sameAs.id}` : ''))}
        onChange={({ target }) => saveMatch(parseChoice(target.value))}
      >
        <option value="">Not matched</option>
        <option value={HIDDEN_VALUE}>{copy.hide}</option>
        <optgroup label="Members">
          <Options of={members.map((option) => [option.userId, displayName(option)])} />
        </optgroup>
        {samePersonOptions.length > 0 && (
          <optgroup label="Same person as">
            <Options of={samePersonOptions.map((option) => [`${SAME_AS_PREFIX}${option.id}`, option.name])} />
          </optgroup>
        )}
      </Select>
      {(member !== null || sameAs !== null || isHidden || isSuggestionDismissed) && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Undo for ${name}`}
          disabled={match.isPending}
          onClick={() => saveMatch({ memberUserId: null })}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

/** Sets who an agent is. Calls then show that person's name. */
function useMatchAgent({ id, name }: Agent): UseMutationResult<Agent[], Error, AgentMatch> {
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
