/** The parts of an OpenAPI 3.0 document that the documentation page reads. */
export interface OpenApi {
  tags?: Tag[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Response>;
    securitySchemes?: Record<string, SecurityScheme>;
  };
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export interface Tag {
  name: string;
  description?: string;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response | Reference>;
  /** Alternative schemes. If there are none, the endpoint is public. */
  security?: Record<string, string[]>[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}

export interface Reference {
  $ref: string;
}

export interface Response {
  description: string;
  content?: Content;
}

export type Content = Record<string, { schema?: Schema; example?: unknown }>;

export interface SecurityScheme {
  type: 'http' | 'apiKey';
  name?: string;
}

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  nullable?: boolean;
  readOnly?: boolean;
  writeOnly?: boolean;
  minimum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
}
