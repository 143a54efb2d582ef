import type { TestAccount } from '@ringwell/testing/make-account';
import { McpClient } from '@ringwell/testing/mcp-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

describe('The /api/mcp rate limits', () => {
  const database = useTestDatabase();
  let api: TestApi | undefined;
  let account: TestAccount;

  beforeEach(async () => {
    account = await database.makeAccount();
  });
  afterEach(() => api?.stop());

  async function startApiWith(settings: Record<string, string>): Promise<string> {
    api = await startApi(database.url, settings);
    return api.url;
  }
  const fetchPath = (url: string, path: string): Promise<Response> =>
    fetch(url + path, { headers: { authorization: `Bearer ${account.token}` } });

  it("count messages together with the account's other requests", async () => {
    const url = await startApiWith({ RATE_LIMIT_PER_ACCOUNT: '1' });
    const mcp = await McpClient.connect({ url }, account.token); // sends a message
    await expect(mcp.call('list_calls')).rejects.toThrow('Too many requests for this account. Please try again in');
    expect((await fetchPath(url, '/api/calls')).status).toBe(429);
  });

  it('count searches together with searches in the call list', async () => {
    const url = await startApiWith({ RATE_LIMIT_TIGHT_FACTOR: '1' });
    const mcp = await McpClient.connect({ url }, account.token);
    for (let number = 0; number < 59; number += 1) await fetchPath(url, '/api/calls?search=heater');
    expect(await mcp.call('search_calls', { search: 'heater' })).toMatchObject({ isError: false });
    expect(await mcp.call('list_calls')).toMatchObject({ isError: false });
    for (const tool of ['search_calls', 'list_calls'])
      expect(await mcp.call(tool, { search: 'heater' })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Too many searches\. Please try again in \d+ seconds?\.$/) as string,
      });
    expect((await fetchPath(url, '/api/calls?search=heater')).status).toBe(429);
  });
});
