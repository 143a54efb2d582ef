import { Injectable } from '@nestjs/common';

import { MembersRepository, type ListedMember } from '@ringwell/database/accounts/members/members.repository';
import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import type { Agent } from '@ringwell/database/calls/agent.entity';
import { AgentsRepository, type ListedAgent } from '@ringwell/database/calls/agents.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import { suggestMember } from '@ringwell/domain/calls/agent';
import { conflict, notFound, type AppError } from '@ringwell/domain/errors/app-error';
import { foldName } from '@ringwell/domain/text/fold-name';

import { validationFailed } from '../http/request/strict-validation.pipe';
import { toDto } from '../http/response/to-dto';
import { memberNotFound } from '../members/members.service';
import { AgentDto, type MatchAgentDto } from './agent.dto';

const MAX_SUGGESTIONS = 5;

@Injectable()
export class AgentsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly agents: AgentsRepository,
    private readonly members: MembersRepository,
  ) {}

  /** Returns the agents, busiest first. */
  async list(accountId: string): Promise<AgentDto[]> {
    const [agents, members] = await Promise.all([this.agents.list(accountId), this.members.list(accountId)]);
    const fullyNamedAgents = listFullyNamedAgents(agents);
    return agents.map((agent) => toAgentView(agent, members, fullyNamedAgents));
  }

  /**
   * Finds the agent with this display name, ignoring case. The error lists the most similar agents first.
   * @throws AppError `AGENT_NOT_FOUND`
   */
  async findIdByName(accountId: string, name: string): Promise<string> {
    const id = await this.agents.findIdByDisplayName(accountId, name);
    if (id !== undefined) return id;
    const visibleAgents = (await this.list(accountId)).filter(({ isHidden }) => !isHidden);
    const names = [...new Set(visibleAgents.map((agent) => agent.member?.name ?? agent.sameAs?.name ?? agent.name))];
    const isSimilar = (each: string): boolean => foldName(each).includes(foldName(name));
    const suggestions = [...names.filter(isSimilar), ...names.filter((each) => !isSimilar(each))].slice(
      0,
      MAX_SUGGESTIONS,
    );
    const examples = suggestions.length === 0 ? '' : `, such as ${suggestions.map((each) => `"${each}"`).join(', ')}`;
    throw notFound('AGENT_NOT_FOUND', `Agent not found. Use an agent's name as shown on calls${examples}.`);
  }

  /**
   * @throws AppError `AGENT_NOT_FOUND`, `MEMBER_NOT_FOUND`, `AGENT_IS_SAME`, `VALIDATION_FAILED` if more than one
   * option is given
   */
  async match(
    accountId: string,
    agentId: string,
    { memberUserId, sameAsId = null, isHidden = false, isSuggestionDismissed = false }: MatchAgentDto,
    actor: Actor,
  ): Promise<void> {
    if ([memberUserId, sameAsId, isHidden || null].filter((value) => value !== null).length > 1)
      throw validationFailed([{ field: 'memberUserId', message: 'Choose one: a member, another name, or hidden.' }]);
    await this.unitOfWork.run(async ({ agents, members, activity }) => {
      const agent = await agents.find(accountId, agentId);
      if (!agent) throw agentNotFound();
      const description = describeMatch(agent, { memberUserId, sameAsId, isHidden, isSuggestionDismissed });
      if (memberUserId !== null && !(await members.lockMember(accountId, memberUserId))) throw memberNotFound();
      if (sameAsId === null) await agents.update(accountId, agentId, { memberUserId, isHidden, isSuggestionDismissed });
      else if (!(await agents.find(accountId, sameAsId))) throw agentNotFound();
      else if (!(await agents.mergeInto(accountId, agentId, sameAsId)))
        throw conflict(
          'AGENT_IS_SAME',
          'These names have already been merged. Unmerge them first to switch the main name.',
        );
      await activity.record(actor, {
        action: 'Agent updated',
        description,
        accountId,
        metadata: { agentId, memberUserId, sameAsId, isHidden },
      });
    });
  }
}

type Match = Pick<Agent, 'memberUserId' | 'sameAsId' | 'isHidden' | 'isSuggestionDismissed'>;

function describeMatch(before: Match, after: Match): string {
  if (after.isHidden) return "An agent's name was hidden.";
  if (after.sameAsId !== null) return "Two of an agent's names were merged.";
  if (after.memberUserId !== null) return 'An agent was matched to a member.';
  if (before.isHidden) return "An agent's name is no longer hidden.";
  if (before.sameAsId !== null) return "Two of an agent's names are no longer merged.";
  if (before.memberUserId !== null) return 'An agent is no longer matched to a member.';
  return after.isSuggestionDismissed
    ? 'A suggestion for an agent was dismissed.'
    : 'Suggestions for an agent were restored.';
}

function toAgentView(
  agent: ListedAgent,
  members: readonly ListedMember[],
  fullyNamedAgents: readonly FullyNamedAgent[],
): AgentDto {
  const { id, name, memberUserId, sameAsId, sameAsName, isHidden, isSuggestionDismissed } = agent;
  const member = members.find(({ userId }) => userId === memberUserId);
  const isResolved = member !== undefined || sameAsId !== null || isHidden || isSuggestionDismissed;
  const suggestion = isResolved ? undefined : suggestMember(name, members);
  const otherAgents = isResolved || suggestion ? [] : fullyNamedAgents.filter((other) => other.id !== id);
  const sameAs = suggestMember(name, otherAgents);
  return toDto(AgentDto, agent, {
    member: member ? memberView(member, name) : null,
    suggestion: suggestion ? memberView(suggestion, name) : null,
    sameAs: sameAsId === null ? null : { id: sameAsId, name: sameAsName ?? name },
    sameAsSuggestion: sameAs ? { id: sameAs.id, name: sameAs.name } : null,
  });
}

interface FullyNamedAgent {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
}

// Returns the agents that have a first and a last name, in the shape of members.
function listFullyNamedAgents(agents: readonly ListedAgent[]): FullyNamedAgent[] {
  return agents.flatMap(({ id, name, sameAsId, isHidden }) => {
    const [firstName = '', ...lastNames] = name.split(' ');
    if (sameAsId !== null || isHidden || lastNames.length === 0) return [];
    return [{ id, name, firstName, lastName: lastNames.join(' ') }];
  });
}

// Uses the agent's name for a member without a name, as calls do.
function memberView({ userId, firstName, lastName }: ListedMember, agentName: string): NonNullable<AgentDto['member']> {
  return { userId, name: [firstName, lastName].filter(Boolean).join(' ') || agentName };
}

export function agentNotFound(): AppError {
  return notFound('AGENT_NOT_FOUND', 'Agent not found. Check the ID.');
}
