import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import type { FollowUpKind } from '@ringwell/domain/follow-ups/follow-up';

import { formatUtcDay } from '../../../lib/format/format';
import { PATHS } from '../../../lib/paths';
import { agentsQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import type { FollowUpFigure } from '../follow-up-filters';

const FIGURES = {
  all: 'Unhappy customers to call back',
  in_time: 'Unhappy customers called back on time',
  late: 'Unhappy customers called back late',
  waiting: 'Unhappy customers not called back yet',
  never: 'Unhappy customers never called back',
  recovered: 'Unhappy customers who were happy again after the callback',
  won: 'Leads won back',
} as const;

const LEAD_FIGURES: Partial<Record<keyof typeof FIGURES, string>> = {
  all: 'Leads to win back',
  waiting: 'Leads not won back yet',
};

/** Replaces the filters when a report links to the list, and explains what the list shows. */
export function FigureNote({ figure, kind }: { figure: FollowUpFigure; kind: FollowUpKind | '' }): ReactNode {
  const { callback, openedFrom, openedTo, direction, agent } = figure;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p>
        <span className="font-semibold">{(kind === 'lead' && LEAD_FIGURES[callback]) || FIGURES[callback]}</span>
        <span className="text-fg-muted">
          {`, with calls from ${formatUtcDay(openedFrom)} to ${formatUtcDay(openedTo)}`}
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
  const agent = data?.find((item) => item.id === id);
  return agent ? `, with ${agent.member?.name ?? agent.name}` : null;
}
