import { Controller, Delete, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiExcludeEndpoint,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { invalid } from '@ringwell/domain/errors/app-error';

import { Access, AllowsReadOnlyTokens } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, ProblemDto } from '../http/problems/problem.dto';
import { getRequestId } from '../http/request/request-id';
import { jsonRpcError, SERVER_ERROR, type JsonRpcError } from './json-rpc-error';
import { McpOriginGuard } from './mcp-origin.guard';
import { McpProblemFilter } from './mcp-problem.filter';
import { McpServerService } from './mcp-server.service';
import { McpErrorDto, McpMessageDto, McpResponseDto } from './mcp.dto';

const METHOD_NOT_ALLOWED = 405;

/** The streamable HTTP transport of the Model Context Protocol, without sessions. Each message gets one response. */
@ApiTags('Assistants')
@ApiExtraModels(McpErrorDto)
@Access('bearer', 'viewer')
@AllowsReadOnlyTokens()
@UseGuards(McpOriginGuard)
@UseFilters(McpProblemFilter)
@Controller('api/mcp')
export class McpController {
  constructor(private readonly server: McpServerService) {}

  @Post()
  @ApiOperation({
    summary: 'Connect an assistant',
    description:
      'A server of the Model Context Protocol (streamable HTTP, without sessions), for assistants such as Claude and ' +
      'ChatGPT. Supports revision 2026-07-28, and earlier revisions that start with initialize. tools/list describes the tools. ' +
      'The response to a notification is 202 without a body. ' +
      'Read-only tokens cannot use tools that make changes.',
  })
  @ApiBody({ type: McpMessageDto })
  @ApiOkResponse({ type: McpResponseDto })
  @ApiResponse({
    status: 400,
    description: 'The body is not a protocol message.',
    schema: { oneOf: [{ $ref: getSchemaPath(McpErrorDto) }, { $ref: getSchemaPath(ProblemDto) }] },
  })
  @ApiProblems({
    401: 'The token is missing or invalid.',
    403: "The account is a demo account, or the request came from another site's page.",
    413: 'The message is too large.',
    415: 'The message is not sent as JSON.',
  })
  async sendMcpMessage(@Caller() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const message = {
      json: readMessage(request),
      headers: readProtocolHeaders(request),
      requestId: getRequestId(response),
    };
    const reply = await this.server.respond(message, { principal: caller, actor: caller.actor });
    const type = reply.headers.get('content-type');
    if (type !== null) response.type(type);
    response.status(reply.status).end(Buffer.from(await reply.arrayBuffer()));
  }

  @Get()
  @ApiExcludeEndpoint()
  openStream(@Res({ passthrough: true }) response: Response): JsonRpcError {
    return methodNotAllowed(response);
  }

  @Delete()
  @ApiExcludeEndpoint()
  endSession(@Res({ passthrough: true }) response: Response): JsonRpcError {
    return methodNotAllowed(response);
  }
}

// A batch would count as one request toward the rate limits.
function readMessage({ body }: Request): unknown {
  const json = body as unknown;
  if (!Array.isArray(json)) return json ?? null;
  throw invalid('BAD_REQUEST', 'Batches are not supported. Send one message per request.');
}

// Headers repeat parts of the message and must match it.
function readProtocolHeaders({ headers }: Request): Record<string, string> {
  const protocolHeaders = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'));
  return Object.fromEntries(protocolHeaders) as Record<string, string>;
}

// Streams and sessions are optional in the protocol.
function methodNotAllowed(response: Response): JsonRpcError {
  response.status(METHOD_NOT_ALLOWED).set('Allow', 'POST');
  return jsonRpcError(SERVER_ERROR, 'Send messages with POST. This server has no streams and no sessions.');
}
