/** Navigation within the list a call was opened from. Undefined at the ends. */
export interface AdjacentCalls {
  showPrevious?: () => void;
  showNext?: () => void;
}

/** @param ids the list's call IDs, in order. A call outside the list has no adjacent calls. */
export function getAdjacentCalls(ids: readonly string[], id: string, showCall: (id: string) => void): AdjacentCalls {
  const index = ids.indexOf(id);
  const previousId = ids[index - 1];
  const nextId = index < 0 ? undefined : ids[index + 1];
  return {
    ...(previousId !== undefined && { showPrevious: () => showCall(previousId) }),
    ...(nextId !== undefined && { showNext: () => showCall(nextId) }),
  };
}
