import { getQuery } from '../../lib/queries/get-query';
import { pollLive } from '../../lib/queries/poll';

export const accountUsageQuery = getQuery(['admin', 'usage', 'analytics'], '/api/admin/usage/analytics', pollLive());

/** The last 30 days, including days without usage, oldest first. */
export const dailyUsageQuery = getQuery(['admin', 'usage', 'daily'], '/api/admin/usage/daily', pollLive());
