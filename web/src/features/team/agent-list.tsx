import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';

import type { Agent, AgentMatch, Member } from '../../api/types';
import { displayName, plural } from '../../lib/format/format';
import { agentPath, PATHS } from '../../lib/paths';
import { useMay } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { SteadyList } from '../../ui/data/steady-list';
import { Select } from '../../ui/forms/input';
import { TEAM_COPY } from './team-copy';
import { useMatchAgent } from './use-agents';

const { agents: copy } = TEAM_COPY;

interface AgentListProps {
  agents: readonly Agent[];
  members: readonly Member[];
}

export function AgentList({ agents, members }: AgentListProps): ReactNode {
  const mayMatch = useMay('manager');
  const list = useRef<HTMLUListElement>(null);
  return (
    <SteadyList listRef={list} label={copy.title} className="divide-y">
      {agents.map((agent) => (
        <li
          key={agent.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 grow basis-40">
            <Link
              to={agentPath(agent.id)}
              className="block min-h-6 w-fit font-semibold wrap-anywhere underline-offset-4 hover:underline"
            >
              {agent.name}
            </Link>
            <Link
              to={`${PATHS.calls}?agent=${agent.id}`}
              className="inline-flex min-h-6 items-center text-meta text-fg-muted underline-offset-4 hover:underline"
            >
              {plural(agent.callCount, 'call')}
              <span className="sr-only"> of {agent.name}</span>
            </Link>
          </div>
          {mayMatch ? (
            <MatchControls agent={agent} members={members} />
          ) : (
            agent.member && <p className="font-medium text-fg-muted wrap-anywhere">{agent.member.name}</p>
          )}
        </li>
      ))}
    </SteadyList>
  );
}

// The buttons disappear after use, so the focus moves to the select, which stays.
function MatchControls({ agent, members }: { agent: Agent; members: readonly Member[] }): ReactNode {
  const { name, member, suggestion, isSuggestionDismissed } = agent;
  const choice = useRef<HTMLSelectElement>(null);
  const match = useMatchAgent(agent);
  const save = (change: AgentMatch): void => {
    choice.current?.focus({ preventScroll: true });
    match.mutate(change);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {suggestion && (
        <div role="group" aria-label={copy.about(name)} className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{copy.question(suggestion.name)}</span>
          <Button
            variant="outline"
            size="sm"
            aria-label={copy.yesTo(name, suggestion.name)}
            disabled={match.isPending}
            onClick={() => save({ memberUserId: suggestion.userId })}
          >
            {copy.yes}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-label={copy.noTo(name, suggestion.name)}
            disabled={match.isPending}
            onClick={() => save({ memberUserId: null, isSuggestionDismissed: true })}
          >
            {copy.no}
          </Button>
        </div>
      )}
      <Select
        ref={choice}
        aria-label={copy.who(name)}
        value={member?.userId ?? ''}
        onChange={({ target }) => {
          save({ memberUserId: target.value || null, isSuggestionDismissed: target.value === '' });
        }}
      >
        <option value="">{copy.nobody}</option>
        {members.map((each) => (
          <option key={each.userId} value={each.userId}>
            {displayName(each)}
          </option>
        ))}
      </Select>
      {(member !== null || isSuggestionDismissed) && (
        <Button
          variant="outline"
          size="sm"
          aria-label={copy.undoOf(name)}
          disabled={match.isPending}
          onClick={() => save({ memberUserId: null })}
        >
          {copy.undo}
        </Button>
      )}
    </div>
  );
}
