import { Module } from '@nestjs/common';

import { AgentsModule } from '../agents/agents.module';
import { CallsModule } from '../calls/calls.module';
import { CallFinderService } from './call-finder.service';
import { MCP_TOOLS, McpServerService } from './mcp-server.service';
import type { McpTool } from './mcp-tool';
import { McpController } from './mcp.controller';
import { GetCallTool } from './tools/get-call.tool';
import { ListCallsTool } from './tools/list-calls.tool';
import { SearchCallsTool } from './tools/search-calls.tool';

const TOOLS = [ListCallsTool, SearchCallsTool, GetCallTool];

@Module({
  imports: [AgentsModule, CallsModule],
  controllers: [McpController],
  providers: [
    ...TOOLS,
    { provide: MCP_TOOLS, inject: TOOLS, useFactory: (...tools: McpTool[]) => tools },
    CallFinderService,
    McpServerService,
  ],
})
export class McpModule {}
