import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';
import { accountKey } from '../../lib/session/session';

/** For owners only. */
export const invitationsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'invitations'), '/api/my/invitations', pollLive());
