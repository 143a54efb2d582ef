import { ExampleClient, type Role } from '@ringwell/testing/example-client';
import { OpenApi, type Operation, type Schema } from '@ringwell/testing/open-api';
import type { ClientResponse } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const PROBLEM: Schema = { $ref: '#/components/schemas/ProblemDto' };

// Operations whose example can't succeed in this test, and the expected response.
const EXPECTED_FAILURES: Record<string, { status: number; reason: string }> = {
  resendMyConfirmation: { status: 409, reason: 'the address is not waiting for a confirmation' },
  resendUserConfirmation: { status: 409, reason: 'the address is not waiting for a confirmation' },
  uploadDemo: { status: 415, reason: 'the example has no audio, and a result would need a worker' },
  uploadTrial: { status: 415, reason: 'the example has no audio, and a result would need a worker' },
  reprocessBasicCalls: { status: 409, reason: 'no worker has a recognizer' },
  countEarlierCalls: { status: 400, reason: 'ServiceTitan is not connected' },
  fetchEarlierCalls: { status: 400, reason: 'ServiceTitan is not connected' },
  reprocessAllBasicCalls: { status: 409, reason: 'no worker has a recognizer' },
  finishSignIn: { status: 404, reason: 'no provider redirected a browser here' },
  startTotpSetup: { status: 409, reason: 'the user has no password' },
  activateTotp: { status: 409, reason: 'no setup was started' },
  removeTotp: { status: 404, reason: 'the user has no second factor' },
  renewRecoveryCodes: { status: 404, reason: 'the user has no second factor' },
  startPasskeySetup: { status: 409, reason: 'the user has no password' },
  addPasskey: { status: 400, reason: 'the example is not a passkey' },
  removePasskey: { status: 404, reason: 'the user has no passkey' },
  startPasskeyConfirmation: { status: 404, reason: 'the user has no passkey' },
  startPasskeySignIn: { status: 400, reason: 'no password was entered in this browser' },
  signInWithPasskey: { status: 400, reason: 'no password was entered in this browser' },
  signInWithPasskeyOnly: { status: 401, reason: 'the example is not a passkey' },
  signInWithCode: { status: 400, reason: 'no password was entered in this browser' },
  writeWords: { status: 409, reason: 'there is no language model' },
  undoClosing: { status: 404, reason: 'no follow-ups were closed together' },
  startCheckout: { status: 503, reason: 'payments are not set up' },
  changeMyEmailLabels: { status: 400, reason: "the address is not on the account's list" },
  changeUserEmailLabels: { status: 400, reason: "the address is not on the account's list" },
  leaveAccount: { status: 409, reason: 'the account has no other owner' },
  testConnection: { status: 400, reason: 'the account has no connections' },
  testWeeklyLetter: { status: 503, reason: 'there is no mail server' },
  openBillingPortal: { status: 503, reason: 'payments are not set up' },
  receiveStripeEvent: { status: 503, reason: 'payments are not set up' },
  getCheckoutSession: { status: 503, reason: 'payments are not set up' },
};

// Creates an account for each of a few hundred routes, some of which hash a password.
const EVERY_ROUTE_TIMEOUT_MS = 400_000;

describe('The OpenAPI document', () => {
  const { api, database } = useTestApi();
  let openApi: OpenApi;
  let client: ExampleClient;

  beforeAll(async () => {
    openApi = await OpenApi.load(api.url);
    client = new ExampleClient(api, database, openApi);
  });

  const listSuccessStatuses = ({ responses }: Operation): string[] =>
    Object.keys(responses).filter((status) => /^[23]/.test(status));
  const toNames = (operations: Operation[]): string[] => operations.map(({ method, path }) => `${method} ${path}`);
  const listOperationsWithout = (hasFeature: (operation: Operation) => unknown): string[] =>
    toNames(openApi.operations.filter((operation) => !hasFeature(operation)));
  const isPublic = ({ security = [] }: Operation): boolean => security.length === 0;

  it('has an id, a summary and a tag for every operation', () => {
    const tags = openApi.document.tags?.map(({ name }) => name) ?? [];
    expect(listOperationsWithout(({ summary }) => summary)).toEqual([]);
    expect(
      listOperationsWithout((operation) => operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? '')),
    ).toEqual([]);
    const ids = openApi.operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => !/^[a-z][A-Za-z]+$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
  });

  it("declares each operation's security once", () => {
    for (const { path, security = [] } of openApi.operations) {
      const schemes = security.flatMap((alternative) => Object.keys(alternative)).sort();
      expect([path, schemes]).toEqual([path, [...new Set(schemes)]]);
      if (path.includes('/admin/')) expect([path, schemes]).toEqual([path, ['cookie']]);
    }
  });

  it('declares the bearer and session schemes', () => {
    const findSecurity = (id: string): unknown =>
      openApi.operations.find(({ operationId }) => operationId === id)?.security;
    expect(findSecurity('submitCall')).toEqual([{ bearer: [] }]);
    expect(findSecurity('getCurrentUser')).toEqual([{ cookie: [] }]);
    expect(findSecurity('listCalls')).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(openApi.document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      cookie: { type: 'apiKey', in: 'cookie' },
    });
    expect(openApi.document.openapi).toMatch(/^3\.0/);
  });

  it("describes each operation's success responses", () => {
    const hasResponseSchema = (operation: Operation): boolean =>
      listSuccessStatuses(operation).length > 0 &&
      listSuccessStatuses(operation).every((status) => {
        const { description, content = {} } = operation.responses[status] ?? {};
        const hasNoBody = status === '204' || status.startsWith('3');
        return description !== undefined && (hasNoBody || Object.values(content).some(({ schema }) => schema));
      });
    expect(listOperationsWithout(hasResponseSchema)).toEqual([]);
  });

  it("describes each operation's errors as problems", () => {
    const listErrorSchemas = ({ path, responses }: Operation): [string, Schema | undefined][] =>
      Object.entries(responses)
        .filter(([status]) => /^[45]/.test(status) && status !== '416' && !path.startsWith('/api/health/'))
        .map(([status, { content = {} }]) => [status, Object.values(content)[0]?.schema]);
    expect(
      listOperationsWithout((operation) =>
        listErrorSchemas(operation).every(
          ([, schema]) => schema?.$ref === PROBLEM.$ref || schema?.oneOf || schema?.type === 'string',
        ),
      ),
    ).toEqual([]);
    expect(openApi.document.paths['/api/calls/{id}']?.['get']?.responses).toMatchObject({
      401: { $ref: '#/components/responses/Unauthorized' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      503: { $ref: '#/components/responses/Unavailable' },
    });
    expect(listOperationsWithout((operation) => '429' in operation.responses)).toEqual(['GET /api/health/live']);
    expect(
      listOperationsWithout(
        (operation) => '401' in operation.responses === !isPublic(operation) || /^signIn/.test(operation.operationId),
      ),
    ).toEqual([]);
    expect(
      listOperationsWithout(
        ({ path, responses }) => !path.includes('{') || '404' in responses || path.endsWith('{token}'),
      ),
    ).toEqual([]);
  });

  it('declares which operations are only for administrators', () => {
    const isForAdministrators = ({ responses }: Operation): boolean =>
      JSON.stringify(responses['403'] ?? '').includes('Administrators');
    expect(
      toNames(openApi.operations.filter((each) => isForAdministrators(each) && !each.path.includes('/admin/'))),
    ).toEqual([]);
    expect(
      toNames(openApi.operations.filter((each) => !isForAdministrators(each) && each.path.includes('/admin/'))),
    ).toEqual(['GET /api/admin/impersonation-status', 'POST /api/admin/stop-impersonation']);
  });

  it('declares what a readiness check can return', () => {
    const { responses } = openApi.operations.find(({ path }) => path === '/api/health/ready') ?? {};
    expect(Object.keys(responses ?? {})).toEqual(['200', '304', '429', '503']);
  });

  it('has an example for every value', () => {
    const withoutExample = openApi.properties
      .filter(({ schema }) => openApi.buildExample(schema) === undefined && schema.format !== 'binary')
      .map(({ name }) => name);
    expect(withoutExample).toEqual([]);
    const parameters = openApi.operations.flatMap(({ path, parameters: parameterList = [] }) =>
      parameterList
        .filter(({ in: location }) => location !== 'path')
        .filter(({ example, schema }) => example === undefined && schema?.example === undefined)
        .map(({ name }) => `${path} ${name}`),
    );
    expect(parameters).toEqual([]);
    expect(
      listOperationsWithout(
        ({ requestBody }) => !requestBody || Object.values(requestBody.content).every(({ schema }) => schema),
      ),
    ).toEqual([]);
  });

  it('has examples that satisfy their schemas', () => {
    const violations = openApi.properties
      .filter(({ schema }) => schema.example !== undefined)
      .flatMap(({ name, schema }) =>
        openApi.findViolations(schema, schema.example).map((violation) => `${name}: ${violation}`),
      );
    expect(violations).toEqual([]);
  });

  it('contains only resolvable references', () => {
    const references = [...JSON.stringify(openApi.document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(references.filter((name) => !(name in openApi.document.components.schemas))).toEqual([]);
    expect(Object.keys(openApi.document.components.schemas).filter((name) => !references.includes(name))).toEqual([]);
  });

  function roleFor({ path, security = [] }: Operation): Role {
    if (path.includes('/admin/')) return 'admin';
    if (path.includes('/demo') && !path.endsWith('/trial')) return 'demo';
    if (security.length === 0) return 'visitor';
    return security.some((alternative) => 'bearer' in alternative) ? 'bearer' : 'user';
  }

  function findDifferences(operation: Operation, { status, headers, body }: ClientResponse<unknown>): string[] {
    const documentedResponse = operation.responses[String(status)];
    if (!documentedResponse) return [`the status ${status} is not documented: ${JSON.stringify(body)}`];
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    const types = Object.keys(documentedResponse.content ?? {});
    if (types.length === 0)
      return body === '' || status === 302 || status === 303
        ? []
        : [`a body is not documented: ${JSON.stringify(body)}`];
    const schema = (documentedResponse.content?.[type] ?? documentedResponse.content?.[type.replace(/\/.*/, '/*')])
      ?.schema;
    if (!schema) return [`${type} is not documented, only ${types.join(', ')}`];
    return type === 'application/json' ? openApi.findViolations(schema, body) : [];
  }

  it('is checked against responses by a function that finds every schema violation', () => {
    const problem = { statusCode: 404, code: 'X', message: 'X.', requestId: 'x' };
    expect(openApi.findViolations(PROBLEM, problem)).toEqual([]);
    expect(openApi.findViolations(PROBLEM, { ...problem, statusCode: '404' })).toHaveLength(1);
    expect(openApi.findViolations(PROBLEM, { ...problem, stack: 'at x' })).toHaveLength(1);
    expect(openApi.findViolations({ type: 'array', items: PROBLEM }, [{ ...problem, code: undefined }])).toHaveLength(
      1,
    );
    expect(openApi.findViolations({ type: 'string', format: 'uuid', nullable: true }, null)).toEqual([]);
    expect(openApi.findViolations({ type: 'string', format: 'uuid', nullable: true }, 'x')).not.toEqual([]);
  });

  it(
    'matches the actual responses to its examples',
    async () => {
      const mismatches: string[] = [];
      for (const operation of openApi.operations) {
        const expected = EXPECTED_FAILURES[operation.operationId];
        const hasChoice = operation.parameters?.some((parameter) => parameter.in === 'query' && !parameter.required);
        for (const withQuery of hasChoice ? [true, false] : [true]) {
          const response = await client.send(operation, roleFor(operation), { withQuery });
          const isExpected = expected
            ? response.status === expected.status
            : listSuccessStatuses(operation).includes(String(response.status));
          const differences = [
            ...(isExpected ? [] : [`${response.status} ${JSON.stringify(response.body)}`]),
            ...findDifferences(operation, response),
          ];
          mismatches.push(...differences.map((difference) => `${operation.method} ${operation.path}: ${difference}`));
        }
      }
      expect(mismatches).toEqual([]);
      const ids = openApi.operations.map(({ operationId }) => operationId);
      expect(Object.keys(EXPECTED_FAILURES).filter((id) => !ids.includes(id))).toEqual([]);
    },
    EVERY_ROUTE_TIMEOUT_MS,
  );
});
