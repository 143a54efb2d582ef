import type { Schema } from './openapi';

export type Schemas = Record<string, Schema>;

/** Requests leave out what only the API sets, answers what it never tells. */
export type Direction = 'request' | 'response';

/** Stands for a file in a sample. */
export const FILE = '<file>';

const TEXTS: Record<string, string> = {
  uuid: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  'date-time': '2026-03-31T14:05:00.000Z',
  date: '2026-03-31',
  email: 'dana@example.com',
  uri: 'https://example.com',
  binary: FILE,
};

/** A value that the schema describes, made of the document's own examples as far as it has them. */
export function sampleOf(schema: Schema | undefined, schemas: Schemas, direction: Direction): unknown {
  return walk(schema, schemas, direction, []);
}

/** @param above names of the schemas this one stands in: one that contains itself ends there */
function walk(schema: Schema | undefined, schemas: Schemas, direction: Direction, above: readonly string[]): unknown {
  if (schema === undefined) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return above.includes(name) ? null : walk(schemas[name], schemas, direction, [...above, name]);
  }
  if (schema.default !== undefined) return schema.default;
  const inner = (part: Schema | undefined): unknown => walk(part, schemas, direction, above);
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return inner(choice);
  if (schema.allOf) return merged([...schema.allOf, ownPropertiesOf(schema)].map(inner));
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(visible(schema.properties, direction).map(([name, property]) => [name, inner(property)]));
  return plainValue(schema, inner);
}

function plainValue(
  { type, format = '', items, minimum }: Schema,
  inner: (schema: Schema | undefined) => unknown,
): unknown {
  switch (type) {
    case 'array':
      return [inner(items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum ?? 0;
    case 'string':
      return TEXTS[format] ?? 'text';
    case 'object':
    case undefined:
    default:
      return {};
  }
}

function visible(properties: Record<string, Schema>, direction: Direction): [string, Schema][] {
  return Object.entries(properties).filter(
    ([, { readOnly, writeOnly }]) => !(direction === 'request' ? readOnly : writeOnly),
  );
}

/** What a schema adds of its own to those it is made of. */
function ownPropertiesOf({ properties = {} }: Schema): Schema {
  return { properties };
}

/** Objects become one; of anything else the first part counts. */
function merged(parts: unknown[]): unknown {
  const objects = parts.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  const [first] = parts;
  return objects.includes(first) ? (Object.assign({}, ...objects) as unknown) : first;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
