import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';

import type { TestApi } from './start-api';

export interface ToolResponse<Data> {
  isError: boolean;
  text: string;
  /** Undefined for errors. */
  data: Data;
}

/** An assistant with a bearer token that uses the protocol's own library. */
export class McpClient {
  private constructor(readonly client: Client) {}

  /** @param mode defaults to the protocol's latest revision, as negotiated by assistants */
  static async connect(
    { url }: Pick<TestApi, 'url'>,
    token: string,
    mode: VersionNegotiationMode = 'auto',
  ): Promise<McpClient> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    return new McpClient(client);
  }

  /** Checks the result against the tool's schema, once the tools have been listed. */
  async call<Data>(name: string, input: Record<string, unknown> = {}): Promise<ToolResponse<Data>> {
    const { isError = false, content, structuredContent } = await this.client.callTool({ name, arguments: input });
    const [part] = content as { text: string }[];
    return { isError: Boolean(isError), text: part?.text ?? '', data: structuredContent as Data };
  }
}
