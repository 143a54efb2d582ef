import type { ReactNode } from 'react';

import type { Invitation, Invite } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format/format';
import { Button } from '../../ui/buttons/button';
import { Badge } from '../../ui/data/badge';
import { SteadyList } from '../../ui/data/steady-list';
import { TEAM_COPY } from './team-copy';
import { useRevokeInvitation } from './use-team';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { invitations: copy } = TEAM_COPY;

interface InvitationListProps {
  invitations: readonly Invitation[];
  isInviting: boolean;
  onResend: (invite: Invite) => void;
}

export function InvitationList({ invitations, isInviting, onResend }: InvitationListProps): ReactNode {
  const revoke = useRevokeInvitation();
  const now = useNow();
  if (invitations.length === 0) return <p className="text-fg-muted">{copy.none}</p>;
  return (
    <SteadyList label={copy.title} className="divide-y">
      {invitations.map((invitation) => {
        const { id, email, role, expiresAt, isExpired } = invitation;
        return (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{email}</p>
              <p className="flex flex-wrap items-center gap-x-2 text-meta text-fg-muted">
                {COPY.memberRoles[role]}
                {isExpired ? <Badge tone="warning">{copy.expired}</Badge> : <span>{expiryText(expiresAt, now)}</span>}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                variant="outline"
                size="sm"
                aria-label={`${copy.resend}: ${email}`}
                pending={isInviting}
                onClick={() => onResend({ email, role })}
              >
                {copy.resend}
              </Button>
              <Button
                variant="outline"
                size="sm"
                aria-label={`${copy.revoke}: ${email}`}
                pending={revoke.isPending}
                onClick={() => revoke.mutate(invitation)}
              >
                {copy.revoke}
              </Button>
            </div>
          </li>
        );
      })}
    </SteadyList>
  );
}

function expiryText(expiresAt: string, now: Date): string {
  const remainingMs = Date.parse(expiresAt) - now.getTime();
  if (remainingMs <= 0) return copy.expired;
  if (remainingMs < DAY_MS) return `Expires in ${plural(Math.ceil(remainingMs / HOUR_MS), 'hour')}`;
  return `Expires in ${plural(Math.floor(remainingMs / DAY_MS), 'day')}`;
}
