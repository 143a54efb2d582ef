/** Navigation within the list from which a call was opened; undefined at its ends. */
export interface AdjacentCalls {
  showPrevious?: () => void;
  showNext?: () => void;
}

/** @param ids the list's call IDs, in order; a call outside the list has no adjacent calls */
export function adjacentCallsIn(ids: readonly string[], id: string, show: (id: string) => void): AdjacentCalls {
  const index = ids.indexOf(id);
  const previous = ids[index - 1];
  const next = index < 0 ? undefined : ids[index + 1];
  return {
    ...(previous !== undefined && { showPrevious: () => show(previous) }),
    ...(next !== undefined && { showNext: () => show(next) }),
  };
}
