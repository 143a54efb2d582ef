/** The calls before and after one in the list it was opened from. */
export interface Neighbours {
  /** Left out at the top of the list. */
  showPrevious?: () => void;
  /** Left out at its end. */
  showNext?: () => void;
}

/** @param ids the list, in its order; without the call itself it has no neighbours */
export function neighboursIn(ids: readonly string[], id: string, show: (id: string) => void): Neighbours {
  const index = ids.indexOf(id);
  const previous = ids[index - 1];
  const next = index < 0 ? undefined : ids[index + 1];
  return {
    ...(previous !== undefined && { showPrevious: () => show(previous) }),
    ...(next !== undefined && { showNext: () => show(next) }),
  };
}
