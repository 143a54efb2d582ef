import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { formatTime } from '@ringwell/domain/time';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';

import { assertTokenCanWrite } from '../auth/access/read-only-token';
import { toClientError } from '../http/problems/problem';
import { validationFailed } from '../http/request/strict-validation.pipe';
import { describeIssue } from './argument-advice';
import { assertPlainText } from './assert-plain-text';
import { CALL_TEXT_NOTICE, fenceCallText } from './call-text-fence';
import { McpTool, type ToolCaller, type ToolResult } from './mcp-tool';

export const MCP_TOOLS = Symbol('MCP_TOOLS');

/** A JSON-RPC message, with the HTTP headers of the protocol. */
export interface McpMessage {
  json: unknown;
  headers: Record<string, string>;
  requestId: string;
}

const INTERNAL_ERROR = 500;
// The transport for earlier revisions requires both types, even though it only responds with JSON here.
const LEGACY_ACCEPT = 'application/json, text/event-stream';

/** Handles Model Context Protocol messages. Each message gets its own server, so the process keeps no state. */
@Injectable()
export class McpServerService {
  constructor(
    @Inject(MCP_TOOLS) private readonly tools: readonly McpTool[],
    @Inject(CONFIG) private readonly config: Pick<Config, 'PRODUCT_NAME'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async respond({ json, headers, requestId }: McpMessage, caller: ToolCaller): Promise<Response> {
    const request = new Request('http://localhost/api/mcp', {
      method: 'POST',
      headers: { ...headers, accept: LEGACY_ACCEPT, 'content-type': 'application/json' },
    });
    const createServer = (): McpServer => this.createServerFor(caller, requestId);
    if (await isLegacyRequest(request, json)) return respondToLegacy(request, json, createServer());
    const errors: Error[] = [];
    const onerror = (error: Error): void => void errors.push(error);
    const response = await createMcpHandler(createServer, { legacy: 'reject', onerror }).fetch(request, {
      parsedBody: json,
    });
    const level = response.status >= INTERNAL_ERROR ? 'error' : 'debug';
    for (const err of errors) this.logger[level]({ err, requestId }, 'mcp: message rejected');
    return response;
  }

  private createServerFor(caller: ToolCaller, requestId: string): McpServer {
    const server = new McpServer(
      { name: 'ringwell', title: this.config.PRODUCT_NAME, version: '1' },
      {
        instructions:
          `${this.config.PRODUCT_NAME} contains a home-service company's phone calls: transcripts, summaries and how ` +
          'happy each customer was. For a person, a company or a phone number, use customer_brief; for a job number, ' +
          'job_brief; for customers waiting for a call, list_follow_ups; for numbers and trends, happiness or ' +
          `bookings; for a period of time, list_calls; for a subject, search_calls. ${CALL_TEXT_NOTICE} When you ` +
          'mention a call, include its link.',
      },
    );
    for (const tool of this.tools) {
      const { name, title, isReadOnly } = tool;
      server.registerTool(
        name,
        {
          title,
          description: tool.description,
          inputSchema: toUncheckedSchema(tool),
          outputSchema: tool.outputSchema.extend({ notice: z.string() }),
          annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
        },
        (input) => this.callTool(tool, input, caller, requestId),
      );
    }
    server.server.registerCapabilities({ tools: { listChanged: false } }); // there is no stream to announce changes on
    return server;
  }

  private async callTool(
    tool: McpTool,
    input: Record<string, unknown>,
    caller: ToolCaller,
    requestId: string,
  ): Promise<CallToolResult> {
    try {
      if (!tool.isReadOnly) assertTokenCanWrite(caller.principal);
      const parsed = tool.inputSchema.safeParse(omitEmpty(input), { error: describeIssue });
      if (!parsed.success)
        throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
      assertPlainText(parsed.data);
      return toCallToolResult(await tool.run(parsed.data, caller));
    } catch (thrown) {
      return this.toErrorResult(tool, thrown, requestId);
    }
  }

  private toErrorResult({ name: tool }: McpTool, thrown: unknown, requestId: string): CallToolResult {
    const error = toClientError(thrown);
    if (error.kind === 'internal') this.logger.error({ err: thrown, tool, requestId }, 'mcp: tool failed');
    else if (error.retryable) this.logger.warn({ err: thrown, tool, requestId }, 'mcp: tool failed temporarily');
    else this.logger.debug({ code: error.code, tool, requestId }, 'mcp: tool call rejected');
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}

// Programs send null or empty text for arguments that they leave out.
function omitEmpty(input: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== ''));
}

// The library's handler would respond to these messages with an event stream.
async function respondToLegacy(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

// Skips the library's validation, because `callTool` validates arguments with clearer messages.
function toUncheckedSchema({ inputSchema }: McpTool): Pick<McpTool['inputSchema'], '~standard'> {
  return {
    '~standard': { ...inputSchema['~standard'], validate: (value) => ({ value: value as Record<string, unknown> }) },
  };
}

function toCallToolResult({ timeZone, heading, callText, data }: ToolResult): CallToolResult {
  const text = `As of ${formatTime(new Date(), timeZone, 'fullDateTime')}. ${heading}`;
  return {
    content: [{ type: 'text', text: callText === '' ? text : `${text}\n\n${fenceCallText(callText)}` }],
    structuredContent: { notice: CALL_TEXT_NOTICE, ...data },
  };
}
