import { accountKey } from '../session/session';
import { getQuery } from './get-query';

/** Label accuracy based on checked calls, and the resulting review limit. */
export const accuracyQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'accuracy'), '/api/checks/accuracy', {
    staleTime: 0, // colleagues check calls, too
  });
