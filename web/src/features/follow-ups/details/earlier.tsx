import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { formatDate } from '../../../lib/format/format';
import { followUpPath } from '../../../lib/paths';
import { Assignee } from '../components/assignee';

/** Closed follow-ups for the same customer. */
export function EarlierFollowUps({ followUps }: { followUps: readonly FollowUp[] }): ReactNode {
  return (
    <ul className="-my-3 divide-y">
      {followUps.map((followUp) => (
        <li key={followUp.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <Link
            to={followUpPath(followUp.id)}
            className="font-semibold underline-offset-4 hover:underline pointer-coarse:py-2.5"
          >
            {FOLLOW_UP_KIND_NAMES[followUp.kind]}, {formatDate(followUp.openedAt)}
          </Link>
          <Assignee followUp={followUp} />
        </li>
      ))}
    </ul>
  );
}
