/** `danger`: someone may be in danger, so the account is alerted at once. `legal`: only marks the call. */
export const CALL_FLAGS = ['danger', 'legal'] as const;
export type CallFlagName = (typeof CALL_FLAGS)[number];

/** Also the claims of the evidence that leads to what was said. */
export const CALL_FLAG_NAMES = { danger: 'Danger', legal: 'Legal' } as const satisfies Record<CallFlagName, string>;
