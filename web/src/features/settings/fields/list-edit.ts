/** Additions to and removals from a list, so that two tabs keep each other's changes. */
export interface ListEdit {
  add: string[];
  remove: string[];
}

/** A user's changes of the displayed list. */
export function listEdit(shown: readonly string[], wanted: readonly string[]): ListEdit {
  return {
    add: wanted.filter((entry) => !shown.includes(entry)),
    remove: shown.filter((entry) => !wanted.includes(entry)),
  };
}

/** Combines two edits. The later one wins for an entry of both. */
export function combineEdits(earlier: ListEdit | undefined, later: ListEdit): ListEdit {
  if (earlier === undefined) return later;
  const isKept = (entry: string): boolean => ![...later.add, ...later.remove].includes(entry);
  return {
    add: [...earlier.add.filter(isKept), ...later.add],
    remove: [...earlier.remove.filter(isKept), ...later.remove],
  };
}
