import Ajv, { type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  example?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Content {
  schema?: Schema;
  example?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  example?: unknown;
  schema?: Schema;
}

export interface Operation {
  path: string;
  method: string;
  operationId: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Content> }>;
}

export interface Document {
  openapi: string;
  tags?: { name: string }[];
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Operation['responses'][string]>;
    securitySchemes: Record<string, object>;
  };
}

export class OpenApi {
  private readonly ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

  private constructor(readonly document: Document) {
    this.ajv.addSchema({ $id: 'api', components: toJsonSchema(document.components) as object });
  }

  static async load(url: string): Promise<OpenApi> {
    return new OpenApi((await (await fetch(`${url}/api/openapi.json`)).json()) as Document);
  }

  /** Lists the operations, with references to shared responses replaced by the responses. */
  get operations(): Operation[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, this.resolveShared(response)]),
        ),
      })),
    );
  }

  /** Builds a value's documented example from the examples of its parts. Omits parts without an example. */
  buildExample(schema: Schema): unknown {
    if (schema.example !== undefined) return schema.example;
    if (schema.$ref) return this.buildExample(this.resolve(schema.$ref));
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => this.buildExample(part))) as unknown;
    const alternative = (schema.oneOf ?? schema.anyOf)?.find((part) => !this.isFile(part));
    if (alternative) return this.buildExample(alternative);
    if (schema.properties) {
      return Object.fromEntries(
        Object.entries(schema.properties)
          .map(([name, part]) => [name, this.buildExample(part)])
          .filter(([, example]) => example !== undefined),
      );
    }
    const item = schema.items && this.buildExample(schema.items);
    return item === undefined ? undefined : [item];
  }

  /** Returns schema violations as sentences. Unknown fields are violations. */
  findViolations(schema: Schema, value: unknown): string[] {
    const check = this.ajv.compile(toJsonSchema(schema, 'api') as object);
    return check(value) ? [] : (check.errors ?? []).map(describeError);
  }

  /** Lists every property of every schema, as `Name.property`. */
  get properties(): { name: string; schema: Schema }[] {
    return Object.entries(this.document.components.schemas).flatMap(([owner, { properties = {} }]) =>
      Object.entries(properties).map(([name, schema]) => ({ name: `${owner}.${name}`, schema })),
    );
  }

  resolve(reference: string): Schema {
    const schema = this.document.components.schemas[reference.split('/').at(-1) ?? ''];
    if (!schema) throw new Error(`The document references ${reference} but does not contain it.`);
    return schema;
  }

  private resolveShared(response: Operation['responses'][string]): Operation['responses'][string] {
    if (!response.$ref) return response;
    const shared = this.document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    if (!shared) throw new Error(`The document references ${response.$ref} but does not contain it.`);
    return shared;
  }

  // JSON can't contain a file.
  private isFile(schema: Schema): boolean {
    if (schema.$ref) return this.isFile(this.resolve(schema.$ref));
    return (
      schema.format === 'binary' ||
      [...(schema.allOf ?? []), ...Object.values(schema.properties ?? {})].some((part) => this.isFile(part))
    );
  }
}

// JSON Schema has no `nullable`, and allows unknown fields by default. `base` is the schema for resolving references.
function toJsonSchema(schema: unknown, base = ''): unknown {
  if (Array.isArray(schema)) return schema.map((item) => toJsonSchema(item, base));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, ...rest } = schema as Schema;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${base}${value}` : toJsonSchema(value, base),
    ]),
  ) as Schema;
  const isClosed = converted.type === 'object' && converted.properties && converted.additionalProperties === undefined;
  const closedSchema = isClosed ? { ...converted, additionalProperties: false } : converted;
  return nullable ? { anyOf: [closedSchema, { type: 'null' }] } : closedSchema;
}

function describeError({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath || 'the response'} ${message} ${JSON.stringify(params)}`;
}
