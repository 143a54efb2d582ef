import { useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import { api, unwrap } from '../../api/client';
import type { Invitation, Invite, Member, NewInvitation } from '../../api/types';
import { displayName } from '../../lib/format/format';
import { PATHS } from '../../lib/paths';
import { agentsQuery, membersQuery } from '../../lib/queries/api';
import { useChange } from '../../lib/queries/use-change';
import { accountKey, userQuery, useUser } from '../../lib/session/session';
import { useShowAccount } from '../../lib/session/use-show-account';
import { invitationsQuery } from './api';
import { TEAM_COPY } from './team-copy';

export function useChangeRole({ userId, ...member }: Member): UseMutationResult<Member[], Error, MemberRole> {
  const client = useQueryClient();
  const { queryKey } = membersQuery(useUser().accountId);
  return useChange({
    mutationFn: (role: MemberRole) =>
      unwrap(api.PATCH('/api/my/members/{userId}', { params: { path: { userId } }, body: { role } })),
    replaces: queryKey,
    succeeded: (_members, role) => TEAM_COPY.roleChanged(displayName(member), role),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export function useTransferOwnership({ userId, ...member }: Member): UseMutationResult<Member[], Error, void> {
  const client = useQueryClient();
  const { queryKey } = membersQuery(useUser().accountId);
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/members/{userId}/transfer-ownership', { params: { path: { userId } } })),
    replaces: queryKey,
    succeeded: `${displayName(member)} is now an owner, and you are a manager.`,
    refetch: [userQuery.queryKey],
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

export function useRemoveMember({ userId, ...member }: Member): UseMutationResult<unknown, Error, void> {
  const { accountId } = useUser();
  return useChange({
    mutationFn: () => api.DELETE('/api/my/members/{userId}', { params: { path: { userId } } }),
    succeeded: TEAM_COPY.remove.done(displayName(member)),
    refetchAlways: [
      membersQuery(accountId).queryKey,
      agentsQuery(accountId).queryKey,
      accountKey(accountId, 'calls'), // agents lose the member's name
    ],
  });
}

/** Leaves the account and switches to another of the user's accounts. */
export function useLeaveAccount(): UseMutationResult<unknown, Error, void> {
  const { accountName } = useUser();
  const showAccount = useShowAccount();
  return useChange({
    mutationFn: () => api.DELETE('/api/my/members/me'),
    meta: { changesAccount: true },
    succeeded: `You left ${accountName}.`,
    onSuccess: () => showAccount(PATHS.home),
  });
}

/** Sends an invitation to an email address. Inviting the address again disables the earlier link. */
export function useInvite(): UseMutationResult<NewInvitation, Error, Invite> {
  const { queryKey } = invitationsQuery(useUser().accountId);
  return useChange({
    mutationFn: (body: Invite) => unwrap(api.POST('/api/my/invitations', { body })),
    succeeded: ({ email, link }) => (link === null ? `Invitation sent to ${email}.` : null),
    refetch: [queryKey],
  });
}

export function useRevokeInvitation(): UseMutationResult<unknown, Error, Invitation> {
  const { queryKey } = invitationsQuery(useUser().accountId);
  return useChange({
    mutationFn: ({ id }: Invitation) => api.DELETE('/api/my/invitations/{id}', { params: { path: { id } } }),
    succeeded: (_response, { email }) => `The invitation for ${email} was revoked.`,
    failed: "Couldn't revoke the invitation. Please try again.",
    refetchAlways: [queryKey],
  });
}
