import {
  METHODS,
  type Content,
  type Method,
  type OpenApi,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
} from './openapi';
import { buildSample, type Direction } from './sample';

export interface Sample {
  mediaType: string;
  value: unknown;
}

export interface Endpoint {
  id: string;
  tag: string;
  method: Method;
  path: string;
  summary: string;
  description: string;
  auth: Auth;
  parameters: { name: string; in: string; required: boolean; description: string; example: unknown }[];
  bodies: Sample[];
  responses: { status: string; description: string; sample: Sample | null }[];
  errors: { status: string; description: string }[];
}

/** How an endpoint authenticates requests. `either` accepts a token or a session. */
export type Auth = 'none' | 'bearer' | 'session' | 'either';

const FIRST_ERROR_STATUS = 400;

export function listEndpoints(document: OpenApi, tags: readonly string[]): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      const tag = operation?.tags?.find((name) => tags.includes(name));
      return operation && tag !== undefined ? [toEndpoint(document, { path, method, tag, operation })] : [];
    }),
  );
}

interface TaggedOperation {
  path: string;
  method: Method;
  tag: string;
  operation: Operation;
}

function toEndpoint(document: OpenApi, { path, method, tag, operation }: TaggedOperation): Endpoint {
  const responses = resolveResponses(document, operation).map(([status, { description, content }]) => ({
    status,
    description,
    sample: buildSamples(document, content, 'response')[0] ?? null,
  }));
  return {
    id: operation.operationId,
    tag,
    method,
    path,
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    auth: requiredAuth(document, operation),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      description: parameter.description ?? '',
      example: parameterExample(document, parameter),
    })),
    bodies: buildSamples(document, operation.requestBody?.content, 'request'),
    responses: responses.filter(({ status }) => Number(status) < FIRST_ERROR_STATUS),
    errors: responses
      .filter(({ status }) => Number(status) >= FIRST_ERROR_STATUS)
      .map(({ status, description }) => ({ status, description })),
  };
}

/** An example of the error body that all endpoints share. Undefined if the document has no errors. */
export function errorSample(document: OpenApi): unknown {
  const responses = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => resolveResponses(document, operation));
  const errorResponse = responses.find(
    ([status, { content }]) => Number(status) >= FIRST_ERROR_STATUS && content?.['application/json'],
  );
  return errorResponse && buildSamples(document, errorResponse[1].content, 'response')[0]?.value;
}

function resolveResponses({ components }: OpenApi, { responses }: Operation): [status: string, response: Response][] {
  return Object.entries(responses).map(([status, response]) => {
    if (!('$ref' in response)) return [status, response];
    const sharedResponse = components?.responses?.[response.$ref.split('/').at(-1) ?? ''];
    if (!sharedResponse) throw new Error(`The document refers to ${response.$ref} but doesn't define it.`);
    return [status, sharedResponse];
  });
}

function parameterExample({ components }: OpenApi, { example, schema }: Parameter): unknown {
  return example ?? buildSample(schema, components?.schemas ?? {}, 'request');
}

function buildSamples({ components }: OpenApi, content: Content = {}, direction: Direction): Sample[] {
  const schemas = components?.schemas ?? {};
  return Object.entries(content).map(([mediaType, { schema, example }]) => {
    const variant = pickVariant(mediaType, schema);
    return {
      mediaType,
      value: example ?? omit(buildSample(variant, schemas, direction), requiredByOtherVariants(schema, variant)),
    };
  });
}

// Picks a variant of a `oneOf` body: the one with a file for forms, the one without for other media types.
function pickVariant(mediaType: string, schema: Schema | undefined): Schema | undefined {
  return schema?.oneOf?.find((variant) => hasFile(variant) === (mediaType === 'multipart/form-data')) ?? schema;
}

// Fields required only by other variants, such as a URL instead of a file.
function requiredByOtherVariants(schema: Schema | undefined, variant: Schema | undefined): string[] {
  const required = variant ? requiredFields(variant) : [];
  return (schema?.oneOf ?? []).flatMap(requiredFields).filter((name) => !required.includes(name));
}

function requiredFields({ required = [], allOf = [] }: Schema): string[] {
  return [...required, ...allOf.flatMap(requiredFields)];
}

function omit(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function hasFile({ properties = {}, allOf = [] }: Schema): boolean {
  return Object.values(properties).some(({ format }) => format === 'binary') || allOf.some(hasFile);
}

function requiredAuth({ components }: OpenApi, { security = [] }: Operation): Auth {
  const types = security
    .flatMap((schemes) => Object.keys(schemes))
    .map((name) => components?.securitySchemes?.[name]?.type);
  const [acceptsToken, acceptsSession] = [types.includes('http'), types.includes('apiKey')];
  if (acceptsToken && acceptsSession) return 'either';
  return acceptsToken ? 'bearer' : acceptsSession ? 'session' : 'none';
}
