/** `danger`: someone may be in danger, so the account is alerted immediately. `legal`: only marks the call. */
export const CALL_FLAGS = ['danger', 'legal'] as const;
export type CallFlagName = (typeof CALL_FLAGS)[number];

/** Display names, which are also the claims of the evidence for a flag. */
export const CALL_FLAG_NAMES = { danger: 'Danger', legal: 'Legal' } as const satisfies Record<CallFlagName, string>;
