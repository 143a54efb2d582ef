import { BearerToken } from '@ringwell/database/accounts/tokens/bearer-token.entity';
import { ExampleClient } from '@ringwell/testing/example-client';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import type { ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

// These routes check read-only tokens themselves.
const SELF_CHECKING_ROUTES = ['POST /api/mcp'];

describe('A read-only token', () => {
  const { api, database } = useTestApi();
  let openApi: OpenApi;
  let client: ExampleClient;
  let authorization: string;

  beforeAll(async () => {
    openApi = await OpenApi.load(api.url);
    client = new ExampleClient(api, database, openApi);
    const { token, tokenId } = await database.makeAccount();
    await database.manager.update(BearerToken, { id: tokenId }, { isReadOnly: true });
    authorization = `Bearer ${token}`;
  });

  const listTokenRoutes = (): Operation[] =>
    openApi.operations.filter(({ security = [] }) => security.some((alternative) => 'bearer' in alternative));

  it('is rejected on every route that makes changes', async () => {
    const acceptedRoutes: string[] = [];
    const writeRoutes = listTokenRoutes().filter(({ method }) => method !== 'GET');
    for (const operation of writeRoutes) {
      const { status, body } = await client.send(operation, 'bearer', { headers: { authorization } });
      const isRejected = status === 403 && (body as ProblemBody).code === 'TOKEN_READ_ONLY';
      if (!isRejected) acceptedRoutes.push(`${operation.method} ${operation.path}`);
    }
    expect(acceptedRoutes).toEqual(SELF_CHECKING_ROUTES);
    expect(writeRoutes.length).toBeGreaterThan(5);
  });

  it('can read calls and settings', async () => {
    for (const path of ['/api/calls', '/api/account/settings'])
      expect((await fetch(api.url + path, { headers: { authorization } })).status).toBe(200);
  });
});
