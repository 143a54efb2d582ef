import type { CallImportState } from '../../../api/types';
import { CALL_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { getQuery } from '../../../lib/queries/get-query';
import { pollLive } from '../../../lib/queries/poll';
import { accountKey } from '../../../lib/session/session';

export const callImportQuery = (accountId: string) =>
  getQuery(
    accountKey(accountId, 'call-import'),
    '/api/my/call-import',
    pollLive((state: CallImportState) =>
      state.import === null || state.import.state === 'counted' ? SLOW_POLL_MS : CALL_POLL_MS,
    ),
  );
