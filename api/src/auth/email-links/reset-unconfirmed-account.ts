import { removeMember } from '@ringwell/database/accounts/members/remove-member';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { endSessions } from '@ringwell/database/accounts/sign-in/stopped-impersonations';
import type { User } from '@ringwell/database/accounts/user.entity';
import type { UserChanges } from '@ringwell/database/accounts/users.repository';
import type { Repositories } from '@ringwell/database/unit-of-work';
import { userDisplayName } from '@ringwell/domain/accounts/user-display-name';
import { disconnectedColumns } from '@ringwell/domain/channels/connection-settings';
import { CONNECTION_CHANNELS } from '@ringwell/domain/deliveries/delivery';

// Clears the settings that contain destinations, credentials, or the account's own names and text.
const DISCONNECTED_SETTINGS: Partial<AccountSettings> = {
  ...disconnectedColumns(),
  emailLabels: {},
  overdueAddresses: [],
  pollCursor: null,
  pollAfter: null,
  lastPolledAt: null,
  jobCursor: null,
  jobsReadAt: null,
  readJobsAfter: null,
  vocabulary: [],
};

/**
 * Removes everything that would let someone who signed up with another person's address keep access to the account or
 * receive data from it: sessions, second factors, members, invitations, tokens, shared links, connections, alert
 * addresses and callbacks. Also removes the user from other people's accounts. Calls are kept. Call it in the
 * transaction that confirms the address.
 * @returns the changes that the caller must apply to the user
 */
export async function resetUnconfirmedAccount(
  repositories: Repositories,
  actor: Actor,
  user: User,
): Promise<UserChanges> {
  const { users, accounts, members, secondFactors, activity } = repositories;
  const name = userDisplayName(user);
  const reason = 'added before the email address was confirmed';
  await users.lock(user.id);
  await endSessions(repositories, actor, user.id);
  await secondFactors.deleteAll(user.id);
  const solelyOwnedIds = await accounts.listSolelyOwnedIds(user.id);
  for (const { accountId } of await members.listAccounts(user.id)) {
    if (solelyOwnedIds.includes(accountId)) continue;
    await removeMember(repositories, accountId, user.id);
    await activity.record(actor, {
      action: 'Member removed',
      description: `${name} was removed from the account, because they were ${reason}.`,
      accountId,
      metadata: { targetUserId: user.id },
    });
  }
  for (const accountId of solelyOwnedIds) {
    const removedCounts = await resetAccount(repositories, accountId, user.id);
    await activity.record(actor, {
      action: 'Settings updated',
      description:
        `Members, connections, alert addresses, tokens and shared links of ${name} were removed, because they were ` +
        `${reason}.`,
      accountId,
      metadata: { targetUserId: user.id, ...removedCounts },
    });
  }
  return { isEmailConfirmed: true, passwordHash: null };
}

async function resetAccount(
  repositories: Repositories,
  accountId: string,
  ownerId: string,
): Promise<{ tokens: number; links: number }> {
  const { users, accounts, members, guidelines, invitations, tokens, waitingCalls, sharedLinks, connections } =
    repositories;
  await waitingCalls.removeCallbacks(accountId); // locks calls before the account, as the workers do
  await accounts.update(accountId, { serviceTitanTenant: null });
  await accounts.updateSettings(accountId, DISCONNECTED_SETTINGS);
  await invitations.deleteByAccount(accountId);
  for (const userId of await members.listUserIds(accountId))
    if (userId !== ownerId && (await users.lock(userId))) await removeMember(repositories, accountId, userId);
  await guidelines.delete(accountId);
  await connections.deleteByChannels(accountId, CONNECTION_CHANNELS);
  return { tokens: await tokens.deleteByAccount(accountId), links: await sharedLinks.revokeByAccount(accountId) };
}
