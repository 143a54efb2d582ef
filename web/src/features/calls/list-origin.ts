/** The list that a call was opened from, as it goes along with the link: for leafing, and for the way back. */
export interface ListOrigin {
  ids: readonly string[];
  /** The list's filters, as in the URL: `?label=negative`, or nothing. */
  search: string;
}

/** Reads what came with a link; a call that was opened by its address alone comes from the whole list. */
export function listOrigin(state: unknown): ListOrigin {
  const { ids, search } =
    typeof state === 'object' && state !== null ? (state as Partial<Record<keyof ListOrigin, unknown>>) : {};
  return {
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    search: typeof search === 'string' ? search : '',
  };
}
