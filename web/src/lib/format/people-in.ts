import type { Agent } from '../../api/types';

export interface AgentPerson {
  name: string;
  /** `null` for a person who isn't matched to a member. */
  memberUserId: string | null;
  ids: string[];
}

/** Agents who are matched to the same member are one person, also for the API. */
export function peopleIn(agents: readonly Agent[]): AgentPerson[] {
  const people = new Map<string, AgentPerson>();
  for (const { id, name, member } of agents) {
    const key = member?.userId ?? id;
    const person = people.get(key) ?? {
      name: member?.name ?? name,
      memberUserId: member?.userId ?? null,
      ids: [],
    };
    people.set(key, { ...person, ids: [...person.ids, id] });
  }
  return [...people.values()];
}
