/** What was asked to be erased: one call, or all calls of a customer. Stored, so these values never change. */
export const ERASURE_KINDS = ['call', 'customer'] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/** How long the deletion of a call can be undone. */
export const UNDO_SECONDS = 30;
