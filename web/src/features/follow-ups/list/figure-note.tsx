import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';

import { formatUtcDay } from '../../../lib/format/format';
import { PATHS } from '../../../lib/paths';
import { agentsQuery } from '../../../lib/queries/agents-query';
import { useUser } from '../../../lib/session/session';
import type { FollowUpFigure } from '../follow-up-filters';

const FIGURES = {
  all: 'Unhappy customers to call back',
  in_time: 'Unhappy customers called back in time',
  late: 'Unhappy customers called back late',
  waiting: 'Unhappy customers not called back yet',
  never: 'Unhappy customers closed without a callback',
  recovered: 'Unhappy customers who were happy again after the callback',
} as const;

/** Explains the list after a link from the Happiness page, in place of the filters. */
export function FigureNote({ figure }: { figure: FollowUpFigure }): ReactNode {
  const { callback, openedFrom, openedTo, direction, agent } = figure;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p>
        <span className="font-semibold">{FIGURES[callback]}</span>
        <span className="text-fg-muted">
          {`, whose call was from ${formatUtcDay(openedFrom)} to ${formatUtcDay(openedTo)}`}
          {direction && `, ${CALL_DIRECTION_NAMES[direction].toLowerCase()}`}
          {agent && <AgentName id={agent} />}
        </span>
      </p>
      <Link to={PATHS.followUps} className="text-primary underline-offset-2 hover:underline print:hidden">
        Show all follow-ups
      </Link>
    </div>
  );
}

function AgentName({ id }: { id: string }): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(agentsQuery(accountId));
  const agent = data?.find((each) => each.id === id);
  return agent ? `, with ${agent.member?.name ?? agent.name}` : null;
}
