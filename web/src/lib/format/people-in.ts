import type { Agent } from '../../api/types';

export interface AgentPerson {
  name: string;
  ids: string[];
}

/** Agents who are matched to the same member are one person, also for the API. */
export function peopleIn(agents: readonly Agent[]): AgentPerson[] {
  const people = new Map<string, AgentPerson>();
  for (const { id, name, member } of agents) {
    const key = member?.userId ?? id;
    const person = people.get(key) ?? { name: member?.name ?? name, ids: [] };
    people.set(key, { ...person, ids: [...person.ids, id] });
  }
  return [...people.values()];
}
