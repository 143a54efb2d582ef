import type { ReactNode } from 'react';

import type { Member } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName } from '../../lib/format/format';
import { useHasRole, useUser } from '../../lib/session/session';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { SteadyList } from '../../ui/data/steady-list';
import { MemberControls } from './member-controls';
import { TEAM_COPY } from './team-copy';

/** The account's members. Owners can change everyone but themselves, so they can't lock themselves out. */
export function MemberList({ members }: { members: readonly Member[] }): ReactNode {
  const { id } = useUser();
  const isOwner = useHasRole('owner');
  return (
    <SteadyList label={TEAM_COPY.members} className="divide-y">
      {members.map((member) => (
        <li
          key={member.userId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="flex min-w-0 grow basis-56 items-center gap-3">
            <Avatar {...member} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
                {displayName(member)}
                {member.userId === id && <Badge tone="primary">{TEAM_COPY.you}</Badge>}
              </p>
              {member.email !== null && member.email !== displayName(member) && (
                <p className="text-meta wrap-anywhere text-fg-muted">{member.email}</p>
              )}
            </div>
          </div>
          {isOwner && member.userId !== id ? (
            <MemberControls member={member} />
          ) : (
            <p className="font-medium text-fg-muted">{COPY.memberRoles[member.role]}</p>
          )}
        </li>
      ))}
    </SteadyList>
  );
}
