import {
  METHODS,
  type Content,
  type Method,
  type OpenApi,
  type Operation,
  type Parameter,
  type Schema,
} from './openapi';
import { sampleOf, type Direction } from './sample';

/** A value as it is sent or answered in one media type. */
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
  /** One for each way to send the body. */
  bodies: Sample[];
  answers: { status: string; description: string; sample: Sample | null }[];
  errors: { status: string; description: string }[];
}

/** What an endpoint wants to know the caller by. `either` takes a token or a session. */
export type Auth = 'none' | 'bearer' | 'session' | 'either';

const FIRST_ERROR_STATUS = 400;

/** The endpoints of a document that carry one of these tags, in the document's order. */
export function endpointsOf(document: OpenApi, tags: readonly string[]): Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      const tag = operation?.tags?.find((name) => tags.includes(name));
      return operation && tag !== undefined ? [endpointOf(document, { path, method, tag, operation })] : [];
    }),
  );
}

interface Place {
  path: string;
  method: Method;
  tag: string;
  operation: Operation;
}

function endpointOf(document: OpenApi, { path, method, tag, operation }: Place): Endpoint {
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => ({
    status,
    description,
    sample: samplesOf(document, content, 'response')[0] ?? null,
  }));
  return {
    id: operation.operationId,
    tag,
    method,
    path,
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    auth: authOf(document, operation),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      description: parameter.description ?? '',
      example: exampleOf(document, parameter),
    })),
    bodies: samplesOf(document, operation.requestBody?.content, 'request'),
    answers: answers.filter(({ status }) => Number(status) < FIRST_ERROR_STATUS),
    errors: answers
      .filter(({ status }) => Number(status) >= FIRST_ERROR_STATUS)
      .map(({ status, description }) => ({ status, description })),
  };
}

/** What the body of an error looks like: the same for every endpoint. Undefined in a document without errors. */
export function problemOf(document: OpenApi): unknown {
  const answers = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses));
  const refusal = answers.find(
    ([status, { content }]) => Number(status) >= FIRST_ERROR_STATUS && content?.['application/json'],
  );
  return refusal && samplesOf(document, refusal[1].content, 'response')[0]?.value;
}

function exampleOf({ components }: OpenApi, { example, schema }: Parameter): unknown {
  return example ?? sampleOf(schema, components?.schemas ?? {}, 'request');
}

function samplesOf({ components }: OpenApi, content: Content = {}, direction: Direction): Sample[] {
  const schemas = components?.schemas ?? {};
  return Object.entries(content).map(([mediaType, { schema, example }]) => {
    const variant = variantFor(mediaType, schema);
    return {
      mediaType,
      value: example ?? without(sampleOf(variant, schemas, direction), requiredElsewhere(schema, variant)),
    };
  });
}

/** Of several ways to write a body: a form is there to carry a file, and JSON cannot. */
function variantFor(mediaType: string, schema: Schema | undefined): Schema | undefined {
  return schema?.oneOf?.find((variant) => carriesFile(variant) === (mediaType === 'multipart/form-data')) ?? schema;
}

/** Fields that make the other ways what they are, such as an address in the place of a file. */
function requiredElsewhere(schema: Schema | undefined, variant: Schema | undefined): string[] {
  const own = variant ? requiredOf(variant) : [];
  return (schema?.oneOf ?? []).flatMap(requiredOf).filter((name) => !own.includes(name));
}

function requiredOf({ required = [], allOf = [] }: Schema): string[] {
  return [...required, ...allOf.flatMap(requiredOf)];
}

function without(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function carriesFile({ properties = {}, allOf = [] }: Schema): boolean {
  return Object.values(properties).some(({ format }) => format === 'binary') || allOf.some(carriesFile);
}

function authOf({ components }: OpenApi, { security = [] }: Operation): Auth {
  const types = security
    .flatMap((schemes) => Object.keys(schemes))
    .map((name) => components?.securitySchemes?.[name]?.type);
  const [bearer, session] = [types.includes('http'), types.includes('apiKey')];
  if (bearer && session) return 'either';
  return bearer ? 'bearer' : session ? 'session' : 'none';
}
