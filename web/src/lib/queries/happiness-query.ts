import { queryOptions } from '@tanstack/react-query';

import type { CallDirection } from '@ringwell/domain/calls/call';
import type { StepOption } from '@ringwell/domain/weekly-letters/report-period';

import { api, unwrap } from '../../api/client';
import type { Happiness } from '../../api/types';
import { RARE_POLL_MS } from '../constants';
import { accountKey } from '../session/session';
import { pollLive } from './poll';

export interface HappinessFilter {
  /** Inclusive dates in the account's time zone; by default, the last 30 days. */
  from?: string;
  to?: string;
  by?: StepOption;
  direction?: CallDirection;
  /** ID of an agent. */
  agent?: string;
}

export const happinessQuery = (accountId: string, filter: HappinessFilter = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, 'happiness', JSON.stringify(filter)),
    queryFn: ({ signal }): Promise<Happiness> =>
      unwrap(api.GET('/api/my/happiness', { params: { query: filter }, signal })),
    ...pollLive(() => RARE_POLL_MS),
    // Shows the previous numbers while other days load, but never another account's.
    placeholderData: (previous, query) => (query?.queryKey[1] === accountId ? previous : undefined),
  });
