import { Module } from '@nestjs/common';

import { AgentsModule } from '../agents/agents.module';
import { CallsModule } from '../calls/calls.module';
import { CustomersModule } from '../customers/customers.module';
import { FollowUpsModule } from '../follow-ups/follow-ups.module';
import { HappinessModule } from '../reports/happiness.module';
import { BriefService } from './brief.service';
import { CallFinderService } from './call-finder.service';
import { MCP_TOOLS, McpServerService } from './mcp-server.service';
import type { McpTool } from './mcp-tool';
import { McpController } from './mcp.controller';
import { BookingsTool } from './tools/bookings.tool';
import { CloseFollowUpTool, TakeFollowUpTool } from './tools/change-follow-up.tools';
import { CustomerBriefTool } from './tools/customer-brief.tool';
import { CustomersAtRiskTool } from './tools/customers-at-risk.tool';
import { GetCallTool } from './tools/get-call.tool';
import { HappinessTool } from './tools/happiness.tool';
import { JobBriefTool } from './tools/job-brief.tool';
import { ListCallsTool } from './tools/list-calls.tool';
import { ListFollowUpsTool } from './tools/list-follow-ups.tool';
import { SearchCallsTool } from './tools/search-calls.tool';

const TOOLS = [
  CustomerBriefTool,
  JobBriefTool,
  ListCallsTool,
  SearchCallsTool,
  GetCallTool,
  HappinessTool,
  BookingsTool,
  ListFollowUpsTool,
  TakeFollowUpTool,
  CloseFollowUpTool,
  CustomersAtRiskTool,
];

@Module({
  imports: [AgentsModule, CallsModule, CustomersModule, FollowUpsModule, HappinessModule],
  controllers: [McpController],
  providers: [
    ...TOOLS,
    { provide: MCP_TOOLS, inject: TOOLS, useFactory: (...tools: McpTool[]) => tools },
    BriefService,
    CallFinderService,
    McpServerService,
  ],
})
export class McpModule {}
