/** `danger`: someone may be in danger, so the account is alerted immediately. `legal` only flags the call. */
export const CALL_FLAGS = ['danger', 'legal'] as const;
export type CallFlagName = (typeof CALL_FLAGS)[number];

/** Display names, also used as the claims of evidence. */
export const CALL_FLAG_NAMES = { danger: 'Danger', legal: 'Legal' } as const satisfies Record<CallFlagName, string>;
