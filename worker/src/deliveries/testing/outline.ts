type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/**
 * A readable outline of a block or card message: one line per element with its fields. An only child goes on the same
 * line; multiple children follow on indented lines.
 */
export function outline(value: unknown): string {
  return `\n${toLines(value as Json).join('\n')}\n`;
}

/**
 * The lines that two outlines do not share, with their numbers: `-` and the number in the first one, `+` and the number
 * in the second one. Together with the first outline, they determine the second one.
 */
export function outlineChanges(before: string, after: string): string {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
  // commonCounts[i][j]: how many lines the rest of the first outline from i and of the second one from j share.
  const commonCounts = Array.from({ length: oldLines.length + 1 }, () => Array<number>(newLines.length + 1).fill(0));
  const countCommon = (i: number, j: number): number => commonCounts[i]?.[j] ?? 0;
  for (let i = oldLines.length - 1; i >= 0; i -= 1)
    for (let j = newLines.length - 1; j >= 0; j -= 1)
      commonCounts[i]![j] =
        oldLines[i] === newLines[j]
          ? countCommon(i + 1, j + 1) + 1
          : Math.max(countCommon(i + 1, j), countCommon(i, j + 1));
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < oldLines.length || j < newLines.length) {
    if (i < oldLines.length && oldLines[i] === newLines[j]) [i, j] = [i + 1, j + 1];
    else if (i < oldLines.length && (j === newLines.length || countCommon(i + 1, j) >= countCommon(i, j + 1)))
      changes.push(`-${i} ${oldLines[i++]}`);
    else changes.push(`+${j} ${newLines[j++]}`);
  }
  return `\n${changes.join('\n')}\n`;
}

function toLines(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(toLines);
  if (typeof value !== 'object' || value === null) return [formatField(value)];
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const scalarFields = fields.filter(([, field]) => !isNested(field)).map(([name, field]) => formatField(field, name));
  const children = fields
    .filter(([, field]) => isNested(field))
    .flatMap(([name, field]): string[] => {
      const [first = '', ...otherLines] = toLines(field);
      return Array.isArray(field) ? [first, ...otherLines] : [`${name} > ${first}`, ...otherLines];
    });
  const [onlyChild = ''] = children;
  if (children.length === 1) return [scalarFields.length > 0 ? `${scalarFields.join(' ')} > ${onlyChild}` : onlyChild];
  return [scalarFields.join(' '), ...children.map((line) => `  ${line}`)];
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function formatField(value: Json, name = ''): string {
  const text = typeof value === 'string' ? value.replaceAll('\n', ' ↵ ') : JSON.stringify(value);
  return ['', 'type', 'text', 'title'].includes(name) ? text : `${name}=${text}`;
}
