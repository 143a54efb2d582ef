export type FormValue = string | FormValue[] | { [name: string]: FormValue };

export function readStripeForm(fields: Record<string, string>): Record<string, FormValue> {
  const root: Record<string, FormValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    let node = root;
    for (const part of path.slice(0, -1)) node = (node[part] ??= {}) as Record<string, FormValue>;
    node[path.at(-1) ?? ''] = value;
  }
  return convertLists(root) as Record<string, FormValue>;
}

// An object with the keys 0, 1, 2 and so on is a list.
function convertLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, part]): [string, FormValue] => [name, convertLists(part)]);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
