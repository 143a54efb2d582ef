import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import { followUpPath } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { isActionPossible } from '../actions';
import { callFollowUpsQuery } from '../api';
import { useFollowUpActions } from '../use-follow-up-actions';
import { ActionButton } from './action-button';
import { Assignee } from './assignee';
import { DueTime } from './due-time';
import { PromiseLine } from './promise';

/** A call's follow-up, shown on the call page. Renders nothing if there is none. */
export function CallFollowUp({ callId }: { callId: string }): ReactNode {
  const { accountId, id: userId } = useUser();
  const { data } = useQuery(callFollowUpsQuery(accountId, callId));
  const { performAction, dialog } = useFollowUpActions();
  const followUp = data?.followUps[0];
  if (!followUp) return null;
  return (
    <section aria-label="Follow-up" className="grid gap-2 rounded-menu border bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <Link
          to={followUpPath(followUp.id)}
          className="font-semibold underline-offset-4 hover:underline pointer-coarse:py-2.5"
        >
          Follow-up: {FOLLOW_UP_KIND_NAMES[followUp.kind]}
        </Link>
        <DueTime followUp={followUp} />
      </div>
      <PromiseLine followUp={followUp} onAction={performAction} />
      <Assignee followUp={followUp} />
      {performAction && isActionPossible(followUp, 'done', userId) && (
        <div className="flex flex-wrap gap-2 print:hidden">
          {isActionPossible(followUp, 'take', userId) && (
            <ActionButton followUp={followUp} onAction={performAction} action="take" />
          )}
          <ActionButton followUp={followUp} onAction={performAction} action="done" />
        </div>
      )}
      {dialog}
    </section>
  );
}
