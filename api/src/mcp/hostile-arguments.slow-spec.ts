import type { TestAccount } from '@ringwell/testing/make-account';
import { McpClient } from '@ringwell/testing/mcp-client';
import { useTestApi } from '@ringwell/testing/start-api';

const HOSTILE_VALUES = [
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30T10:00:00Z',
  '\0',
  'Paul\0',
  'a\u0007b',
  'Dana \ud83d Reyes',
  '-'.repeat(200),
  'x'.repeat(100_000),
  '',
  ' ',
  'eyJhIjoxfQ==',
  'W10=',
  'WyIyMDI2LTAyLTMwIl0',
];

describe('An /api/mcp tool with hostile arguments', () => {
  const { api, database } = useTestApi();
  let owner: TestAccount;
  let mcp: McpClient;
  let validInputs: Record<string, Record<string, unknown>>;

  beforeAll(async () => {
    owner = await database.makeAccount();
    mcp = await McpClient.connect(api, owner.token);
    const { id } = await database.makeFollowUp(owner.account.id);
    validInputs = { close_follow_up: { id, outcome: 'recovered' }, search_calls: { search: 'leak' } };
  });

  it("doesn't fail unexpectedly for any argument", async () => {
    const failures: string[] = [];
    const { tools } = await mcp.client.listTools();
    for (const { name, inputSchema } of tools)
      for (const argument of Object.keys(inputSchema.properties ?? {}))
        for (const value of HOSTILE_VALUES) {
          const { isError, text } = await mcp.call(name, { ...validInputs[name], [argument]: value });
          if (isError && /went wrong|unavailable/.test(text))
            failures.push(`${name} ${argument} ${JSON.stringify(value).slice(0, 30)}: ${text}`);
        }
    expect(failures).toEqual([]);
    expect(api.log.join('')).not.toContain('mcp: tool failed');
  });

  it.each([
    ['happiness', { from: '2026-02-30' }, /2026-03-31/],
    ['list_calls', { agent: 'Paul\0' }, 'agent: Use plain text.'],
    ['close_follow_up', { outcome: 'recovered', note: 'She is \0 happy' }, 'note: Use plain text.'],
  ])('%s explains the error in %j', async (name, input, expected) => {
    const response = await mcp.call(name, { ...validInputs[name], ...input });
    expect(response.isError).toBe(true);
    expect(response.text).toMatch(expected);
  });
});
