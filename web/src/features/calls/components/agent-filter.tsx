import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Agent } from '../../../api/types';
import { agentsQuery } from '../../../lib/agents-query';
import { useUser } from '../../../lib/session';
import { FilterSelect } from './filter-select';

/** Hidden while no agent is known. */
export function AgentFilter({ value, onChange }: { value: string; onChange: (agent: string) => void }): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(agentsQuery(accountId));
  const people = peopleIn(data ?? []);
  if (people.length === 0 && value === '') return null;
  const chosen = people.find(({ ids }) => ids.includes(value));
  const options = people.map(({ ids: [id = ''], name }): [string, string] => [id, name]);
  if (value !== '' && !chosen && data) options.push([value, 'Unknown agent']);
  return (
    <FilterSelect
      label="Agent"
      allLabel="All agents"
      value={chosen?.ids[0] ?? value}
      options={options}
      onChange={onChange}
    />
  );
}

interface Person {
  name: string;
  ids: string[];
}

// Agents matched to the same member are one person, as in the API.
function peopleIn(agents: readonly Agent[]): Person[] {
  const people = new Map<string, Person>();
  for (const { id, name, member } of agents) {
    const key = member?.userId ?? id;
    const person = people.get(key) ?? { name: member?.name ?? name, ids: [] };
    people.set(key, { ...person, ids: [...person.ids, id] });
  }
  return [...people.values()];
}
