import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { MEMBER_ROLES } from '@ringwell/domain/accounts/member-role';

import type { Member } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { agentsQuery, membersQuery } from '../../lib/queries/api';
import { pollEvery } from '../../lib/queries/poll';
import { useHasRole, useUser } from '../../lib/session/session';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { Avatar } from '../../ui/data/avatar';
import { Badge } from '../../ui/data/badge';
import { SteadyList } from '../../ui/data/steady-list';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { AgentList } from './agent-list';
import { Invitations } from './invitations';
import { MemberControls } from './member-controls';
import { TEAM_COPY } from './team-copy';
import { useLeaveAccount } from './use-team';

const Assistants = lazyArea(async () => (await import('../account/components/assistants')).Assistants);
const ConfirmDialog = lazyArea(async () => (await import('../../ui/overlays/confirm-dialog')).ConfirmDialog);

const AGENTS_POLL_MS = 60_000; // infrequent, because counting a large account's calls takes a moment

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
        <Card title="What each role can do">
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
          title={`Leave ${accountName}?`}
          question={`You'll lose access to ${accountName} immediately. You'll need a new invitation to come back.`}
          confirmLabel={copy.confirm}
          pendingLabel="Leaving…"
          tone="danger"
          onConfirm={() => leave.mutateAsync()}
          failure="Couldn't leave the account. Please try again."
        />
      )}
    </div>
  );
}

/** Agents heard in calls, and the members they're matched to. */
function Agents({ members }: { members: readonly Member[] }): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery({
    ...agentsQuery(accountId),
    refetchInterval: pollEvery(AGENTS_POLL_MS),
  });
  return (
    <Card title={TEAM_COPY.agents.title} subtitle={TEAM_COPY.agents.text}>
      {data ? (
        data.length > 0 ? (
          <AgentList agents={data} members={members} />
        ) : (
          <p className="text-fg-muted">{TEAM_COPY.agents.none}</p>
        )
      ) : (
        <LoadPlaceholder subject="the agents" className="h-24" retry={isError && refetch} />
      )}
    </Card>
  );
}

/** The account's members. Owners can change everyone but themselves, so they can't lock themselves out. */
function MemberList({ members }: { members: readonly Member[] }): ReactNode {
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
                {member.userId === id && <Badge tone="primary">You</Badge>}
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
