import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { AgentDto, MatchAgentDto } from './agent.dto';
import { agentNotFound, AgentsService } from './agents.service';

@ApiTags('Members')
@Access('session', 'viewer')
@Controller('api/my/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @ApiOperation({
    summary: 'List the agents on calls',
    description: 'Busiest agents first, up to 500. Names are case-insensitive.',
  })
  @ApiOkResponse({ type: [AgentDto] })
  listAgents(@Caller() caller: Caller): Promise<AgentDto[]> {
    return this.agents.list(visibleAccountId(caller));
  }

  @Put(':id')
  @RequiresRole('manager')
  @ApiOperation({
    summary: 'Match, merge or hide an agent',
    description:
      "Match the agent to a member or to another name for the same person: all of the agent's calls, including future ones, will show that name. Or hide " +
      "a name that doesn't belong to anyone on the team. Choose only one of the three. Several agents can be the same person.",
  })
  @ApiOkResponse({ type: [AgentDto], description: 'The updated list of agents.' })
  @ApiProblems({
    400: 'A field is missing or invalid.',
    403: 'Owners and managers only.',
    404: 'Agent or member not found.',
    409: "The other agent's calls already show this agent's name.",
  })
  async matchAgent(
    @Caller() caller: Caller,
    @IdParam('id', agentNotFound) id: string,
    @Body() match: MatchAgentDto,
  ): Promise<AgentDto[]> {
    const accountId = visibleAccountId(caller);
    await this.agents.match(accountId, id, match, caller.actor);
    return this.agents.list(accountId);
  }
}
