import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { MEMBER_ROLES } from '@ringwell/domain/accounts/member-role';

import type { Member } from '../../api/types';
import { COPY } from '../../lib/copy';
import { PATHS } from '../../lib/paths';
import { membersQuery } from '../../lib/queries/api';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { Agents } from './agents';
import { Invitations } from './invitations';
import { MemberList } from './member-list';
import { TEAM_COPY } from './team-copy';
import { useLeaveAccount } from './use-team';

const Assistants = lazyArea(async () => (await import('../account/components/assistants')).Assistants);
const ConfirmDialog = lazyArea(async () => (await import('../../ui/overlays/confirm-dialog')).ConfirmDialog);

export function TeamPage(): ReactNode {
  const { accountId } = useUser();
  const isOwner = useHasRole('owner');
  const isManager = useHasRole('manager');
  const { data, isError, refetch } = useQuery(membersQuery(accountId));
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <Card
          title={TEAM_COPY.members}
          action={
            isManager && (
              <ButtonLink to={PATHS.teamActivity} variant="outline" size="sm">
                <History aria-hidden />
                {COPY.nav.activity}
              </ButtonLink>
            )
          }
        >
          {data ? (
            <>
              <MemberList members={data} />
              <LeaveTeam members={data} />
            </>
          ) : (
            <LoadPlaceholder subject="the members" className="h-40" retry={isError && refetch} />
          )}
        </Card>
        {data && <Agents members={data} />}
      </div>
      <div className="grid gap-6">
        {isOwner && <Invitations />}
        {isOwner && <Assistants scope="team" />}
        <Card title={TEAM_COPY.roles.title}>
          <Roles />
        </Card>
      </div>
    </div>
  );
}

function Roles(): ReactNode {
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
      {MEMBER_ROLES.map((role) => (
        <div key={role} className="contents">
          <dt className="font-semibold">{COPY.memberRoles[role]}</dt>
          <dd className="text-fg-muted max-sm:-mt-1.5">{TEAM_COPY.roles.texts[role]}</dd>
        </div>
      ))}
    </dl>
  );
}

// An account always has an owner. The API does not let the last owner leave.
function LeaveTeam({ members }: { members: readonly Member[] }): ReactNode {
  const { accountName } = useUser();
  const isOwner = useHasRole('owner');
  const [isOpen, setIsOpen] = useState(false);
  const leave = useLeaveAccount();
  const { leave: copy } = TEAM_COPY;
  if (members.length < 2) return null;
  if (isOwner && members.filter(({ role }) => role === 'owner').length < 2)
    return <p className="mt-5 border-t pt-5 text-fg-muted">{copy.onlyOwner}</p>;
  return (
    <div className="mt-5 border-t pt-5">
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        {copy.action}
      </Button>
      {isOpen && (
        <ConfirmDialog
          onClose={() => setIsOpen(false)}
          title={copy.title(accountName)}
          question={copy.question(accountName)}
          confirmLabel={copy.confirm}
          pendingLabel={copy.pending}
          tone="danger"
          onConfirm={() => leave.mutateAsync()}
          failure={copy.failed}
        />
      )}
    </div>
  );
}
