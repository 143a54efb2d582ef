/** `danger`: someone may be in danger, so the account is alerted immediately. `legal`: just flags the call. */
export const CALL_FLAGS = ['danger', 'legal'] as const;
export type CallFlagName = (typeof CALL_FLAGS)[number];

/** Display names, which are also the claims in a flag's evidence. */
export const CALL_FLAG_NAMES = { danger: 'Danger', legal: 'Legal' } as const satisfies Record<CallFlagName, string>;
