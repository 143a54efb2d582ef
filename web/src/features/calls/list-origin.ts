export interface ListOrigin {
  ids: readonly string[];
  search: string;
}

/** Reads the location state. A call opened by URL has none, so its back link points to the unfiltered list. */
export function readListOrigin(state: unknown): ListOrigin {
  const { ids, search } =
    typeof state === 'object' && state !== null ? (state as Partial<Record<keyof ListOrigin, unknown>>) : {};
  return {
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    search: typeof search === 'string' ? search : '',
  };
}
