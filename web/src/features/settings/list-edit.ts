/** What was added to a list and removed from it, so that two tabs keep each other's changes. */
export interface ListEdit {
  add: string[];
  remove: string[];
}

/** What a user has changed in the list that was shown. */
export function listEdit(shown: readonly string[], wanted: readonly string[]): ListEdit {
  return {
    add: wanted.filter((entry) => !shown.includes(entry)),
    remove: shown.filter((entry) => !wanted.includes(entry)),
  };
}

/** Two edits as one. The later one decides about an entry of both. */
export function combineEdits(earlier: ListEdit | undefined, later: ListEdit): ListEdit {
  if (earlier === undefined) return later;
  const isKept = (entry: string): boolean => ![...later.add, ...later.remove].includes(entry);
  return {
    add: [...earlier.add.filter(isKept), ...later.add],
    remove: [...earlier.remove.filter(isKept), ...later.remove],
  };
}
