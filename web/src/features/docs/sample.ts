import type { Schema } from './openapi';

export type Schemas = Record<string, Schema>;

/** Requests omit read-only properties, and responses omit write-only ones. */
export type Direction = 'request' | 'response';

export const FILE = '<file>';

const FORMAT_SAMPLES: Record<string, string> = {
  uuid: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  'date-time': '2026-03-31T14:05:00.000Z',
  date: '2026-03-31',
  email: 'dana@example.com',
  uri: 'https://example.com',
  binary: FILE,
};

/** A value that matches the schema, built from the document's examples if available. */
export function buildSample(schema: Schema | undefined, schemas: Schemas, direction: Direction): unknown {
  return buildNestedSample(schema, schemas, direction, []);
}

// `ancestors` are the names of the enclosing schemas, so recursion can be detected.
function buildNestedSample(
  schema: Schema | undefined,
  schemas: Schemas,
  direction: Direction,
  ancestors: readonly string[],
): unknown {
  if (schema === undefined) return null;
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return ancestors.includes(name) ? null : buildNestedSample(schemas[name], schemas, direction, [...ancestors, name]);
  }
  if (schema.default !== undefined) return schema.default;
  const buildPart = (part: Schema | undefined): unknown => buildNestedSample(part, schemas, direction, ancestors);
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return buildPart(choice);
  if (schema.allOf) return mergeParts([...schema.allOf, ownPropertiesSchema(schema)].map(buildPart));
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      visibleProperties(schema.properties, direction).map(([name, property]) => [name, buildPart(property)]),
    );
  return buildFromType(schema, buildPart);
}

function buildFromType(
  { type, format = '', items, minimum }: Schema,
  buildPart: (schema: Schema | undefined) => unknown,
): unknown {
  switch (type) {
    case 'array':
      return [buildPart(items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum ?? 0;
    case 'string':
      return FORMAT_SAMPLES[format] ?? 'text';
    case 'object':
    case undefined:
    default:
      return {};
  }
}

function visibleProperties(properties: Record<string, Schema>, direction: Direction): [string, Schema][] {
  return Object.entries(properties).filter(
    ([, { readOnly, writeOnly }]) => !(direction === 'request' ? readOnly : writeOnly),
  );
}

function ownPropertiesSchema({ properties = {} }: Schema): Schema {
  return { properties };
}

function mergeParts(parts: unknown[]): unknown {
  const objects = parts.filter((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
  const [first] = parts;
  return objects.includes(first) ? (Object.assign({}, ...objects) as unknown) : first;
}

function schemaName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
