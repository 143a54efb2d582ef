/** Quick date ranges in lists, and their number of days including the current one. */
export const CALL_RANGES = { today: 1, '7d': 7, '30d': 30 } as const;
export type CallRange = keyof typeof CALL_RANGES;
