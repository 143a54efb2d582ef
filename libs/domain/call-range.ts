/** Quick ranges of dates in lists, and how many days each has, the current one included. */
export const CALL_RANGES = { today: 1, '7d': 7, '30d': 30 } as const;
export type CallRange = keyof typeof CALL_RANGES;
