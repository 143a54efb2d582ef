/** Scope of an erasure: one call, or all of a customer's calls. Stored, so these values never change. */
export const ERASURE_KINDS = ['call', 'customer'] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/** How long a deleted call can be restored. */
export const UNDO_SECONDS = 30;
