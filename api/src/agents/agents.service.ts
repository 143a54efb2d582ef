import { Injectable } from '@nestjs/common';

import { MembersRepository, type ListedMember } from '@ringwell/database/accounts/members/members.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { AgentsRepository, type ListedAgent } from '@ringwell/database/calls/agents.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { suggestMember } from '@ringwell/domain/calls/agent';
import { AppError } from '@ringwell/domain/errors/app-error';

import { memberNotFound } from '../members/members.service';
import type { AgentDto, MatchAgentDto } from './agent.dto';

/** The agents on an account's calls, and the members they are matched to. */
@Injectable()
export class AgentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: AgentsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** Busiest first. */
  async list(accountId: string): Promise<AgentDto[]> {
    const [agents, members] = await Promise.all([this.agents.list(accountId), this.members.list(accountId)]);
    return agents.map((agent) => agentView(agent, members));
  }

  /**
   * The id of the agent that calls show under this name, regardless of case.
   * @throws AppError `AGENT_NOT_FOUND`
   */
  async findIdByName(accountId: string, name: string): Promise<string> {
    const id = await this.agents.findIdByShownName(accountId, name);
    if (id !== undefined) return id;
    throw new AppError({
      kind: 'not_found',
      code: 'AGENT_NOT_FOUND',
      message: 'Agent not found. Use the name of an agent as calls show it.',
    });
  }

  /** @throws AppError `AGENT_NOT_FOUND`, `MEMBER_NOT_FOUND` */
  async match(
    accountId: string,
    agentId: string,
    { memberUserId, isSuggestionDismissed = false }: MatchAgentDto,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(async ({ agents, members, activity }) => {
      if (!(await agents.find(accountId, agentId))) throw agentNotFound();
      if (memberUserId !== null && !(await members.holdMember(accountId, memberUserId))) throw memberNotFound();
      await agents.update(accountId, agentId, { memberUserId, isSuggestionDismissed });
      await activity.record(actor, {
        action: 'Agent updated',
        description: memberUserId === null ? 'An agent is matched to no member.' : 'An agent was matched to a member.',
        accountId,
        metadata: { agentId, memberUserId },
      });
    });
  }
}

function agentView(
  { id, name, callCount, memberUserId, isSuggestionDismissed }: ListedAgent,
  members: readonly ListedMember[],
): AgentDto {
  const member = members.find(({ userId }) => userId === memberUserId);
  const suggestion = member || isSuggestionDismissed ? undefined : suggestMember(name, members);
  return {
    id,
    name,
    callCount,
    member: member ? memberView(member, name) : null,
    suggestion: suggestion ? memberView(suggestion, name) : null,
    isSuggestionDismissed,
  };
}

// For a member without a name, calls show the agent's name.
function memberView({ userId, firstName, lastName }: ListedMember, agentName: string): NonNullable<AgentDto['member']> {
  return { userId, name: [firstName, lastName].filter(Boolean).join(' ') || agentName };
}

export function agentNotFound(): AppError {
  return new AppError({
    kind: 'not_found',
    code: 'AGENT_NOT_FOUND',
    message: 'Agent not found. Check the ID.',
  });
}
