import { ANALYTICS_DAYS } from '../constants';
import { getQuery } from './get-query';
import { pollLive } from './poll';

const DAYS = { total: 'all', recent: String(ANALYTICS_DAYS) } as const;

/** Usage of all accounts: in total, or in the last 30 days. */
export const systemUsageQuery = (span: keyof typeof DAYS) =>
  getQuery(['admin', 'usage', 'system', span], '/api/admin/usage/system', {
    query: { days: DAYS[span] },
    ...pollLive(),
  });
