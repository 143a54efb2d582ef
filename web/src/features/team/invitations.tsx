import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import { isHandledGlobally } from '../../api/api-error';
import type { NewInvitation } from '../../api/types';
import { getFieldError } from '../../lib/messages/field-error';
import { serverMessage } from '../../lib/messages/server-message';
import { chooseWithConfirmation } from '../../lib/session/identity-confirmation';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { CopyButton } from '../../ui/buttons/copy-button';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Field } from '../../ui/forms/field';
import { Input } from '../../ui/forms/input';
import { Card } from '../../ui/layout/card';
import { invitationsQuery } from './api';
import { InvitationList } from './invitation-list';
import { RoleSelect } from './role-select';
import { TEAM_COPY } from './team-copy';
import { useInvite } from './use-team';

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
      {error !== null && emailError === undefined && !isHandledGlobally(error) && (
        <p role="alert" className="font-medium text-negative">
          {serverMessage(error, TEAM_COPY.invite.failed)}
        </p>
      )}
      <Button type="submit" pending={isPending} pendingLabel={TEAM_COPY.invite.pending} className="justify-self-start">
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
        <CopyButton text={link} subject="Link" label="Copy link" shownIn={linkRef} />
      </div>
    </section>
  );
}
