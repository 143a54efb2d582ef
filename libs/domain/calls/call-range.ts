/**
 * Quick date ranges for lists. `7d` and `30d` include the calls that lists show as 7 and 30 days ago. Weeks begin on
 * Monday.
 */
export const CALL_RANGES = ['today', 'yesterday', '7d', 'last_week', '30d'] as const;
export type CallRange = (typeof CALL_RANGES)[number];
