import type { EntityManager } from 'typeorm';

import { userNameSql } from '../accounts/user-name-sql';
import { foldNameSql, rows, SqlRepository } from '../postgres/sql';
import { Agent } from './agent.entity';

export interface ListedAgent {
  id: string;
  name: string;
  memberUserId: string | null;
  /** Another agent who is the same person, if any. */
  sameAsId: string | null;
  sameAsName: string | null;
  isHidden: boolean;
  isSuggestionDismissed: boolean;
  callCount: number;
}

/** More agents than this suggest a sender's mistake, such as call numbers instead of names. */
export const MAX_LISTED_AGENTS = 500;

/** Limits the names read for each call, because senders can use any number of names. */
const MAX_KNOWN_AGENTS = 1_000;

/** SQL for the display name in a row of `agents`, joined with its `member`. */
export const PERSON_DISPLAY_NAME = `coalesce(${userNameSql('member')}, (
  select name from agents same where same.account_id = agents.account_id and same.id = agents.same_as_id), agents.name)`;

/** SQL for the id shared by all of a person's names, for a row of `agents`. */
export const PERSON_ID = 'coalesce(agents.member_user_id, agents.same_as_id, agents.id)';

/**
 * SQL for the display name of `call`'s agent: the member's, once matched. Evaluated only for returned rows, unlike a
 * join.
 */
export const AGENT_DISPLAY_NAME = `(
  select ${PERSON_DISPLAY_NAME}
  from agents left join users member on member.id = agents.member_user_id
  where agents.account_id = call.account_id and agents.id = call.agent_id)`;

/**
 * SQL array with the first names of an account's members, and of its agents with calls or a member.
 * @param accountId an expression
 */
export const knownFirstNamesSql = (accountId: string): string => `array(
  select split_part(name, ' ', 1) from (
    select name from agents where agents.account_id = ${accountId} and (member_user_id is not null
      or exists (select from calls named where named.account_id = agents.account_id and named.agent_id = agents.id))
    order by created_at, id limit ${MAX_KNOWN_AGENTS}) agent
  union select first_name from members join users on users.id = members.user_id
    where members.account_id = ${accountId} and first_name <> '')`;

export class AgentsRepository extends SqlRepository {
  /**
   * Returns the id of the agent with this name, creating the agent if needed. The name must come from
   * `normalizeAgentName`.
   */
  async findOrCreate(accountId: string, name: string): Promise<string> {
    const id = (await findOrCreateAgents(this.manager, accountId, [name])).get(name);
    if (id === undefined) throw new Error('An agent was neither found nor created.');
    return id;
  }

  /**
   * Like `findOrCreate`, but for names that users enter. Users see members' names, so if the name is that of a member
   * who is already matched to an agent, this agent and the names merged with it are matched to that member, too.
   */
  async findOrCreateFromInput(accountId: string, name: string): Promise<string> {
    const id = await this.findOrCreate(accountId, name);
    await this.rows(
      `
      update agents set member_user_id = shown.member_user_id
      from agents shown join users member on member.id = shown.member_user_id
      where agents.account_id = $1 and coalesce(agents.same_as_id, agents.id) = $2 and agents.member_user_id is null
        and shown.account_id = $1 and lower(${userNameSql('member')}) = lower($3)`,
      [accountId, id, name],
    );
    return id;
  }

  /**
   * Lists the agents with calls or a member, busiest first. Above `MAX_LISTED_AGENTS`, agents with a member take
   * precedence.
   */
  list(accountId: string): Promise<ListedAgent[]> {
    return this.rows(
      `
      with counts as (
        select agent_id, count(*)::int as calls from calls where account_id = $1 and agent_id is not null group by agent_id
      )
      select * from (
        select id, name, member_user_id as "memberUserId", is_suggestion_dismissed as "isSuggestionDismissed",
          same_as_id as "sameAsId", is_hidden as "isHidden", (select name from agents same
            where same.account_id = agents.account_id and same.id = agents.same_as_id) as "sameAsName",
          coalesce(counts.calls, 0) as "callCount"
        from agents left join counts on counts.agent_id = agents.id
        where account_id = $1 and (counts.calls > 0 or member_user_id is not null)
        order by member_user_id is null, counts.calls desc nulls last, ${foldNameSql('name')} limit ${MAX_LISTED_AGENTS}
      ) listed
      order by "callCount" desc, ${foldNameSql('name')}`,
      [accountId],
    );
  }

  find(accountId: string, id: string): Promise<Agent | null> {
    return this.manager.findOneBy(Agent, { accountId, id });
  }

  /**
   * Returns the id of the agent displayed under this name, regardless of case: preferably an agent matched to a member
   * with this name, otherwise an agent with this name.
   */
  async findIdByDisplayName(accountId: string, name: string): Promise<string | undefined> {
    return this.value<string>(
      `
      select agents.id from agents left join users member on member.id = agents.member_user_id
      where agents.account_id = $1 and lower(${PERSON_DISPLAY_NAME}) = lower($2)
      order by agents.member_user_id nulls last, agents.id limit 1`,
      [accountId, name],
    );
  }

  /** Lists the ids of this agent and of the same person's other names. Empty if the account has no such agent. */
  async listIdsOfSamePerson(accountId: string, id: string): Promise<string[]> {
    return this.values<string>(
      `
      select other.id from agents agent join agents other on other.account_id = agent.account_id
        and (coalesce(other.same_as_id, other.id) = coalesce(agent.same_as_id, agent.id)
          or other.member_user_id = agent.member_user_id)
      where agent.account_id = $1 and agent.id = $2`,
      [accountId, id],
    );
  }

  /** Sets the member for this agent and the names merged with it. The member must belong to the account. */
  async update(
    accountId: string,
    id: string,
    {
      memberUserId,
      isHidden = false,
      isSuggestionDismissed = false,
    }: Pick<Agent, 'memberUserId'> & Partial<Pick<Agent, 'isHidden' | 'isSuggestionDismissed'>>,
  ): Promise<void> {
    const match = { sameAsId: null, memberUserId, isHidden, isSuggestionDismissed };
    await this.manager.update(Agent, { accountId, id }, match);
    await this.manager.update(Agent, { accountId, sameAsId: id }, { memberUserId, isHidden });
  }

  /**
   * Merges an agent, and the names already merged with it, into another agent.
   * @returns false if the account doesn't have the other agent, or that agent is already merged into this one
   */
  async mergeInto(accountId: string, id: string, otherId: string): Promise<boolean> {
    // The lock keeps two concurrent requests from merging two agents into each other. Agents are read after locking,
    // because one of them may just have been merged or matched to a member.
    await this.rows('select from agents where account_id = $1 and id in ($2, $3) order by id for update', [
      accountId,
      id,
      otherId,
    ]);
    const target = await this.row<{ id: string; memberUserId: string | null }>(
      `
      select same.id, same.member_user_id as "memberUserId" from agents other
        join agents same on same.account_id = other.account_id and same.id = coalesce(other.same_as_id, other.id)
      where other.account_id = $1 and other.id = $3 and same.id <> $2`,
      [accountId, id, otherId],
    );
    if (!target) return false;
    const merged = { sameAsId: target.id, memberUserId: target.memberUserId, isHidden: false };
    await this.manager.update(Agent, { accountId, sameAsId: id }, merged);
    await this.manager.update(Agent, { accountId, id }, merged);
    return true;
  }
}

/**
 * Returns the ids of the agents with these names, which must come from `normalizeAgentName`, creating missing ones.
 * Concurrent statements with the same new name create only one agent: updating the conflicting row makes the statement
 * return its id.
 */
export async function findOrCreateAgents(
  manager: EntityManager,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const agents = await rows<{ name: string; id: string }>(
    manager,
    `
    with wanted as (
      select name, lower(name) as key from unnest($2::text[]) name
    ), found as (
      select wanted.name, wanted.key, agents.id from wanted
        join agents on agents.account_id = $1 and lower(agents.name) = wanted.key
    ), added as (
      insert into agents (account_id, name)
      select $1, min(name) from wanted where key not in (select key from found) group by key order by key
      on conflict (account_id, lower(name)) do update set name = agents.name
      returning id, lower(name) as key
    )
    select name, id from found union all select wanted.name, added.id from added join wanted on wanted.key = added.key`,
    [accountId, names],
  );
  return new Map(agents.map(({ name, id }) => [name, id]));
}
