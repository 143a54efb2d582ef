import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import { api, unwrap } from '../../api/client';
import type { Invitation, Invite, Member, NewInvitation } from '../../api/types';
import { COPY } from '../../lib/copy';
import { displayName } from '../../lib/format/format';
import { toastServerMessage } from '../../lib/messages/failure-toast';
import { toast } from '../../lib/messages/toast-store';
import { PATHS } from '../../lib/paths';
import { agentsQuery } from '../../lib/queries/agents-query';
import { membersQuery } from '../../lib/queries/members-query';
import { accountKey, userQuery, useUser } from '../../lib/session/session';
import { useShowAccount } from '../../lib/session/use-show-account';
import { invitationsQuery } from './api';
import { TEAM_COPY } from './team-copy';

export function useChangeRole({ userId, ...member }: Member): UseMutationResult<Member[], Error, MemberRole> {
  const client = useQueryClient();
  const { queryKey } = membersQuery(useUser().accountId);
  return useMutation({
    mutationFn: (role: MemberRole) =>
      unwrap(api.PATCH('/api/my/members/{userId}', { params: { path: { userId } }, body: { role } })),
    onSuccess: (members, role) => {
      client.setQueryData(queryKey, members);
      toastSuccess(TEAM_COPY.roleChanged(displayName(member), role));
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export function useTransferOwnership({ userId, ...member }: Member): UseMutationResult<Member[], Error, void> {
  const client = useQueryClient();
  const { queryKey } = membersQuery(useUser().accountId);
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/my/members/{userId}/transfer-ownership', { params: { path: { userId } } })),
    onSuccess: (members) => {
      client.setQueryData(queryKey, members);
      toastSuccess(TEAM_COPY.transfer.done(displayName(member)));
      return client.invalidateQueries({ queryKey: userQuery.queryKey });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRemoveMember({ userId, ...member }: Member): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  const { accountId } = useUser();
  const { queryKey } = membersQuery(accountId);
  return useMutation({
    mutationFn: () => api.DELETE('/api/my/members/{userId}', { params: { path: { userId } } }),
    onSuccess: () => toastSuccess(TEAM_COPY.remove.done(displayName(member))),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }), // the member may have left since
        client.invalidateQueries({ queryKey: agentsQuery(accountId).queryKey }),
        client.invalidateQueries({ queryKey: accountKey(accountId, 'calls') }), // agents lose the member's name
      ]),
  });
}

/** Leaves the account and switches to another of the user's accounts. */
export function useLeaveAccount(): UseMutationResult<unknown, Error, void> {
  const { accountName } = useUser();
  const showAccount = useShowAccount();
  return useMutation({
    mutationFn: () => api.DELETE('/api/my/members/me'),
    meta: { changesAccount: true },
    onSuccess: () => {
      toastSuccess(TEAM_COPY.leave.done(accountName));
      showAccount(PATHS.home);
    },
  });
}

/** Sends an invitation to an email address. Inviting the address again disables the earlier link. */
export function useInvite(): UseMutationResult<NewInvitation, Error, Invite> {
  const client = useQueryClient();
  const { queryKey } = invitationsQuery(useUser().accountId);
  return useMutation({
    mutationFn: (body: Invite) => unwrap(api.POST('/api/my/invitations', { body })),
    onSuccess: ({ email, link }) => {
      if (link === null) toastSuccess(TEAM_COPY.invite.sent(email));
      return client.invalidateQueries({ queryKey });
    },
  });
}

export function useRevokeInvitation(): UseMutationResult<unknown, Error, Invitation> {
  const client = useQueryClient();
  const { queryKey } = invitationsQuery(useUser().accountId);
  return useMutation({
    mutationFn: ({ id }: Invitation) => api.DELETE('/api/my/invitations/{id}', { params: { path: { id } } }),
    onSuccess: (_response, { email }) => toastSuccess(TEAM_COPY.invitations.revoked(email)),
    onError: (error) => toastServerMessage(error, TEAM_COPY.invitations.revokeFailed),
    onSettled: () => client.invalidateQueries({ queryKey }), // the invitation may have been accepted
  });
}

function toastSuccess(description: string): void {
  toast({ title: COPY.success, description });
}
