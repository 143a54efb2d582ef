import type { Agent } from '../../api/types';

export interface AgentPerson {
  name: string;
  /** `null` for a person who isn't matched to a member. */
  memberUserId: string | null;
  ids: string[];
}

/** Merges agents who are the same person, as the API does, and leaves out hidden agents. */
export function groupAgents(agents: readonly Agent[]): AgentPerson[] {
  const people = new Map<string, AgentPerson>();
  for (const { id, name, member, sameAs, isHidden } of agents) {
    if (isHidden) continue;
    const key = member?.userId ?? sameAs?.id ?? id;
    const person = people.get(key) ?? {
      name: member?.name ?? sameAs?.name ?? name,
      memberUserId: member?.userId ?? null,
      ids: [],
    };
    people.set(key, { ...person, ids: [...person.ids, id] });
  }
  return [...people.values()];
}
