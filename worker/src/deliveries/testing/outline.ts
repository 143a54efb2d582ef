type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

/**
 * A readable outline of a block or card message: one line per element with its fields. An only child goes on the same
 * line; multiple children follow on indented lines.
 */
export function outline(value: unknown): string {
  return `\n${toLines(value as Json).join('\n')}\n`;
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
