import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../../../api/client';
import type { CallImportState } from '../../../api/types';
import { CALL_POLL_MS, RARE_POLL_MS } from '../../../lib/constants';
import { pollLive } from '../../../lib/queries/poll';
import { accountKey } from '../../../lib/session/session';

export const callImportQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, 'call-import'),
    queryFn: ({ signal }): Promise<CallImportState> => unwrap(api.GET('/api/my/call-import', { signal })),
    ...pollLive((state: CallImportState) =>
      state.import === null || state.import.state === 'counted' ? RARE_POLL_MS : CALL_POLL_MS,
    ),
  });
