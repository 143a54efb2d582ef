import { ExampleClient, type Role } from '@ringwell/testing/example-client';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import { makePageForms, PAGE_FORM_PATHS } from '@ringwell/testing/page-forms';
import { useTestApi } from '@ringwell/testing/start-api';

// The test creates an account for each request.
const EVERY_FIELD_TIMEOUT_MS = 200_000;
const MAX_SEARCH_LENGTH = 200;
// Operators of search languages, and characters that are not letters.
const OPERATORS = [
  '<->',
  '<-> ',
  '-',
  '- ',
  '--a ',
  '-a ',
  '"',
  '"" ',
  '-"',
  '-"" ',
  'or ',
  '-or ',
  '&|!',
  '!',
  '(',
  ':*',
];
const MORE_OPERATORS = [
  "'",
  '\\',
  '%',
  '_',
  '*',
  '\u0000',
  '\u200b',
  '\uff0d',
  '\u2212',
  '+',
  '.*(',
  '[',
  'a-',
  '1-',
  '"-',
  `${'-'.repeat(199)}a`,
];

describe('A request with a hostile value', () => {
  const { api, database } = useTestApi();
  let openApi: OpenApi;
  let client: ExampleClient;

  beforeAll(async () => {
    openApi = await OpenApi.load(api.url);
    client = new ExampleClient(api, database, openApi);
  });

  function roleFor({ path, security = [] }: Operation): Role {
    if (path.includes('/admin/')) return 'admin';
    if (path.includes('/demo')) return 'demo';
    if (security.length === 0) return 'visitor';
    return security.some((alternative) => 'bearer' in alternative) ? 'bearer' : 'user';
  }

  const hasFailed = (status: number): boolean => status >= 500 && status !== 503;

  it(
    "doesn't cause an internal error when any field in its body is null",
    async () => {
      const failures: string[] = [];
      for (const operation of openApi.operations) {
        const schema = operation.requestBody?.content['application/json']?.schema;
        const example = schema && openApi.buildExample(schema);
        for (const field of Object.keys(example ?? {})) {
          const { status } = await client.send(operation, roleFor(operation), { fields: { [field]: null } });
          if (hasFailed(status)) failures.push(`${operation.operationId} ${field}: ${status}`);
        }
      }
      expect(failures).toEqual([]);
    },
    EVERY_FIELD_TIMEOUT_MS,
  );

  it(
    "doesn't cause an internal error when any field of a page's form consists of operators",
    async () => {
      const { user } = await database.makeAccount();
      const session = await api.signIn(user);
      const failures: string[] = [];
      for (const { path, form } of PAGE_FORM_PATHS.flatMap((each) =>
        makePageForms(each, [...OPERATORS, ...MORE_OPERATORS]),
      )) {
        const { status } = await session.post(path, form);
        if (hasFailed(status)) failures.push(`${path} ${form.toString()}: ${status}`);
      }
      expect(failures).toEqual([]);
    },
    EVERY_FIELD_TIMEOUT_MS,
  );

  it(
    "doesn't cause an internal error when a search consists of operators",
    async () => {
      const failures: string[] = [];
      for (const operation of openApi.operations)
        for (const { name } of operation.parameters?.filter((each) => /^(search|user|address)$/.test(each.name)) ?? [])
          for (const operator of [...OPERATORS, ...MORE_OPERATORS]) {
            const query = { [name]: operator.repeat(Math.floor(MAX_SEARCH_LENGTH / operator.length)) };
            const { status } = await client.send(operation, roleFor(operation), { query });
            if (hasFailed(status)) failures.push(`${operation.operationId} ${JSON.stringify(operator)}: ${status}`);
          }
      expect(failures).toEqual([]);
    },
    EVERY_FIELD_TIMEOUT_MS,
  );
});
