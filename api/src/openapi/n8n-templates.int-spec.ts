import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';
import { OpenApi, type Operation, type Schema } from '@ringwell/testing/open-api';
import { useTestApi } from '@ringwell/testing/start-api';

interface NamedValue {
  name: string;
  value?: string;
  parameterType?: string;
}

interface WorkflowNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  credentials?: Record<string, { id: string; name: string }>;
  parameters: {
    method?: string;
    url?: string;
    jsonBody?: string;
    contentType?: string;
    genericAuthType?: string;
    headerParameters?: { parameters: NamedValue[] };
    bodyParameters?: { parameters: NamedValue[] };
  };
}

interface Workflow {
  id: string;
  name: string;
  nodes: WorkflowNode[];
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
  settings: object;
  active: boolean;
}

const FOLDER = join(__dirname, '../../../n8n');
const TEMPLATES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const BASE_URL_EXPRESSION = "={{ $('Settings').first().json.baseUrl }}";
// Node types of n8n 2, each with the latest version that a template may use.
const NODE_TYPES: Record<string, number> = {
  'n8n-nodes-base.manualTrigger': 1,
  'n8n-nodes-base.webhook': 2,
  'n8n-nodes-base.set': 3.4,
  'n8n-nodes-base.httpRequest': 4.2,
  'n8n-nodes-base.wait': 1.1,
  'n8n-nodes-base.if': 2.2,
  'n8n-nodes-base.stickyNote': 1,
};
// Matches the properties of the object in an expression such as `JSON.stringify({ a: …, b: … })`.
const JSON_BODY = /^=\{\{ JSON\.stringify\(\{ (.*) \}\) \}\}$/;

const { api } = useTestApi();
let openApi: OpenApi;

beforeAll(async () => {
  openApi = await OpenApi.load(api.url);
});

describe.each(TEMPLATES)('The n8n template %s', (file) => {
  const workflow = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
  const requests = workflow.nodes.filter(({ parameters }) => parameters.url?.startsWith(BASE_URL_EXPRESSION));

  const findOperation = ({ parameters: { method, url = '' } }: WorkflowNode): Operation => {
    const path = url.slice(BASE_URL_EXPRESSION.length).replace(/\{\{.*?\}\}/g, '{id}');
    const operation = openApi.operations.find((each) => each.method === method && each.path === path);
    if (!operation) throw new Error(`The API has no ${method ?? ''} ${path}.`);
    return operation;
  };
  const getBodySchema = ({ requestBody }: Operation, type: string): Schema => requestBody?.content[type]?.schema ?? {};
  const collectFields = (schema: Schema): { names: string[]; required: string[] } => {
    const parts = [
      schema,
      ...(schema.$ref ? [openApi.resolve(schema.$ref)] : []),
      ...(schema.allOf ?? []),
      ...(schema.oneOf ?? []),
    ];
    const nestedFields = parts.filter((part) => part !== schema).map(collectFields);
    return {
      names: [...Object.keys(schema.properties ?? {}), ...nestedFields.flatMap(({ names }) => names)],
      required: schema.required ?? [],
    };
  };
  const listSentFields = ({ parameters: { bodyParameters, jsonBody } }: WorkflowNode): string[] => {
    if (bodyParameters) return bodyParameters.parameters.map(({ name }) => name);
    const [, object = ''] = JSON_BODY.exec(jsonBody ?? '') ?? [];
    return [...object.replace(/\{[^{}]*\}/g, '').matchAll(/(\w+):/g)].map(([, name = '']) => name);
  };

  it('can be imported, with valid ids, known node types and connections', () => {
    expect(workflow).toMatchObject({
      id: expect.stringMatching(/^\w+$/) as string,
      name: expect.stringMatching(/^Ringwell: /) as string,
      active: false,
    });
    const names = workflow.nodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length);
    expect(
      workflow.nodes.filter(
        ({ type, typeVersion, position }) => typeVersion !== NODE_TYPES[type] || position.length !== 2,
      ),
    ).toEqual([]);
    const connectionTargets = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
    expect(
      [...Object.keys(workflow.connections), ...connectionTargets.map(({ node }) => node)].filter(
        (name) => !names.includes(name),
      ),
    ).toEqual([]);
    const reachable = new Set(['Start', ...connectionTargets.map(({ node }) => node)]);
    expect(workflow.nodes.filter(({ name, type }) => !reachable.has(name) && !type.endsWith('stickyNote'))).toEqual([]);
  });

  it('only references existing nodes and contains no secrets', () => {
    const text = JSON.stringify(workflow);
    const referencedNames = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, name]) => name);
    expect(referencedNames.filter((name) => !workflow.nodes.some((node) => node.name === name))).toEqual([]);
    expect(text).not.toMatch(/rw_[A-Za-z0-9_-]{20}/);
  });

  it('only calls existing API operations, with a token', () => {
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) {
      expect(findOperation(request).security).toContainEqual({ bearer: [] });
      expect(request).toMatchObject({
        parameters: { genericAuthType: 'httpBearerAuth' },
        credentials: { httpBearerAuth: expect.any(Object) as object },
      });
    }
  });

  it('only sends known fields and headers, including all required ones', () => {
    for (const request of requests.filter(({ parameters: { method } }) => method === 'POST')) {
      const operation = findOperation(request);
      const {
        parameters: { contentType, headerParameters },
      } = request;
      const { names, required } = collectFields(
        getBodySchema(operation, contentType === 'multipart-form-data' ? 'multipart/form-data' : 'application/json'),
      );
      const sentNames = listSentFields(request);
      expect(sentNames.length).toBeGreaterThan(0);
      expect(sentNames.filter((name) => !names.includes(name))).toEqual([]);
      expect(required.filter((name) => !sentNames.includes(name))).toEqual([]);
      const headers = headerParameters?.parameters.map(({ name }) => name) ?? [];
      expect(headers).toEqual(
        operation.parameters
          ?.filter((parameter) => parameter.in === 'header' && parameter.name !== ACCOUNT_HEADER) // only sessions need this header
          .map(({ name }) => name),
      );
    }
  });
});
