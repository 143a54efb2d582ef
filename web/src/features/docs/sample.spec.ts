import type { Schema } from './openapi';
import { FILE, buildSample, type Direction, type Schemas } from './sample';

const getSample = (schema: Schema, schemas: Schemas = {}, direction: Direction = 'response'): unknown =>
  buildSample(schema, schemas, direction);

it('uses the example, including an empty string and null', () => {
  expect(getSample({ type: 'string', example: 'Dana' })).toBe('Dana');
  expect(getSample({ type: 'string', nullable: true, example: null })).toBeNull();
  expect(getSample({ type: 'string', example: '' })).toBe('');
});

it('uses the default or the first enum value if there is no example', () => {
  expect(getSample({ type: 'integer', default: 30 })).toBe(30);
  expect(getSample({ type: 'string', enum: ['user', 'admin'] })).toBe('user');
});

it.each<[Schema, unknown]>([
  [{ type: 'boolean' }, true],
  [{ type: 'integer', minimum: 1 }, 1],
  [{ type: 'number' }, 0],
  [{ type: 'string' }, 'text'],
  [{ type: 'string', format: 'date' }, '2026-03-31'],
  [{ type: 'string', format: 'binary' }, FILE],
  [{ type: 'array', items: { type: 'integer' } }, [0]],
  [{ type: 'object' }, {}],
])('falls back to a value of the type for %j', (schema, value) => {
  expect(getSample(schema)).toEqual(value);
});

it('resolves references in arrays and objects', () => {
  const schemas: Schemas = {
    Call: {
      type: 'object',
      properties: {
        id: { type: 'string', example: 'c1' },
        lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      },
    },
    Line: { type: 'object', properties: { text: { type: 'string', example: 'Hello' } } },
  };
  expect(getSample({ $ref: '#/components/schemas/Call' }, schemas)).toEqual({ id: 'c1', lines: [{ text: 'Hello' }] });
});

it("merges the parts of allOf with the schema's own properties", () => {
  const schemas: Schemas = { Base: { type: 'object', properties: { id: { type: 'string', example: 'c1' } } } };
  const schema: Schema = {
    allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object' }],
    properties: { note: { type: 'string', example: 'New' } },
  };
  expect(getSample(schema, schemas)).toEqual({ id: 'c1', note: 'New' });
  expect(getSample({ nullable: true, allOf: [{ $ref: '#/components/schemas/Base' }] }, schemas)).toEqual({ id: 'c1' });
  expect(getSample({ allOf: [{ type: 'string', example: 'one' }] })).toBe('one');
});

it('uses the first variant of oneOf', () => {
  expect(getSample({ oneOf: [{ type: 'string', example: 'a' }, { type: 'integer' }] })).toBe('a');
});

it('stops at recursive schemas', () => {
  const schemas: Schemas = {
    Node: {
      type: 'object',
      properties: { name: { type: 'string', example: 'n' }, next: { $ref: '#/components/schemas/Node' } },
    },
  };
  expect(getSample({ $ref: '#/components/schemas/Node' }, schemas)).toEqual({ name: 'n', next: null });
});

it('omits read-only properties from requests and write-only properties from responses', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      id: { type: 'string', readOnly: true, example: 'u1' },
      password: { type: 'string', writeOnly: true, example: 'secret' },
    },
  };
  expect(getSample(schema, {}, 'request')).toEqual({ password: 'secret' });
  expect(getSample(schema, {}, 'response')).toEqual({ id: 'u1' });
});
