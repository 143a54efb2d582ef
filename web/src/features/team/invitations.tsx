import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import type { Invitation, Invite, NewInvitation } from '../../api/types';
import { useNow } from '../../lib/browser/use-now';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format/format';
import { getFieldError } from '../../lib/messages/field-error';
import { formMessage } from '../../lib/messages/server-message';
import { chooseWithConfirmation } from '../../lib/session/identity-confirmation';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { Badge } from '../../ui/data/badge';
import { SteadyList } from '../../ui/data/steady-list';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Field } from '../../ui/forms/field';
import { ErrorText } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { Card } from '../../ui/layout/card';
import { invitationsQuery } from './api';
import { RoleSelect } from './role-select';
import { TEAM_COPY } from './team-copy';
import { useInvite, useRevokeInvitation } from './use-team';

/** Lets owners invite people, and lists pending invitations. */
export function Invitations(): ReactNode {
  const { accountId, accountName, company } = useUser();
  const { data, isError, refetch } = useQuery(invitationsQuery(accountId));
  const invite = useInvite();
  // Hidden once the invitation is gone, because the link no longer works.
  const newInvitation = data?.some(({ id }) => id === invite.data?.id) ? invite.data : undefined;
  return (
    <>
      <Card title={TEAM_COPY.invite.title} subtitle={company ? undefined : TEAM_COPY.invite.noCompany(accountName)}>
        <InviteForm invite={invite} />
        {newInvitation && !invite.isPending && <NewLink invitation={newInvitation} />}
      </Card>
      <Card title={TEAM_COPY.invitations.title}>
        {data ? (
          <InvitationList invitations={data} isInviting={invite.isPending} onResend={invite.mutate} />
        ) : (
          <LoadPlaceholder subject="the invitations" className="h-16" retry={isError && refetch} />
        )}
      </Card>
    </>
  );
}

function InviteForm({ invite }: { invite: ReturnType<typeof useInvite> }): ReactNode {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('member');
  const { error, isPending, mutate } = invite;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) mutate({ email: email.trim(), role }, { onSuccess: () => setEmail('') });
  };
  const chooseRole = (newRole: MemberRole): void => {
    if (newRole === 'owner' || newRole === 'manager') chooseWithConfirmation(setRole, newRole, role);
    else setRole(newRole);
  };
  const emailError = getFieldError(error, 'email');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" error={emailError}>
        <Input type="email" autoComplete="off" value={email} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <Field label="Role" hint={TEAM_COPY.roles.texts[role]}>
        <RoleSelect value={role} onChoose={chooseRole} className="w-full" />
      </Field>
      {emailError === undefined && (
        <ErrorText message={formMessage(error, "Couldn't send the invitation. Please try again.")} />
      )}
      <Button type="submit" pending={isPending} pendingLabel="Sending…" className="justify-self-start">
        {TEAM_COPY.invite.submit}
      </Button>
    </form>
  );
}

function NewLink({ invitation: { email, link } }: { invitation: NewInvitation }): ReactNode {
  const linkRef = useRef<HTMLParagraphElement>(null);
  if (link === null) return null;
  return (
    <section aria-label="Invitation link" className="mt-5 rounded-menu border bg-sunken p-4">
      <p role="status" className="font-semibold wrap-anywhere">
        {TEAM_COPY.invite.link(email)}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <p ref={linkRef} className="min-w-0 grow basis-60 text-meta break-all">
          {link}
        </p>
        <CopyButton text={link} subject="Link" label="Copy link" textRef={linkRef} />
      </div>
    </section>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { invitations: copy } = TEAM_COPY;

interface InvitationListProps {
  invitations: readonly Invitation[];
  isInviting: boolean;
  onResend: (invite: Invite) => void;
}

function InvitationList({ invitations, isInviting, onResend }: InvitationListProps): ReactNode {
  const revoke = useRevokeInvitation();
  const now = useNow();
  if (invitations.length === 0) return <p className="text-fg-muted">No pending invitations</p>;
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
