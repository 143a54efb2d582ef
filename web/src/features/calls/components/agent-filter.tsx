import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { groupAgents } from '../../../lib/format/group-agents';
import { agentsQuery } from '../../../lib/queries/api';
import { useUser } from '../../../lib/session/session';
import { FilterSelect } from '../../../ui/forms/filter-select';

/** Filters by agent. Renders nothing if the account has no agents and none is selected. */
export function AgentFilter({ value, onChange }: { value: string; onChange: (agent: string) => void }): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(agentsQuery(accountId));
  const agents = groupAgents(data ?? []);
  if (agents.length === 0 && value === '') return null;
  const selectedAgent = agents.find(({ ids }) => ids.includes(value));
  const options = agents.map(({ ids: [id = ''], name }): [string, string] => [id, name]);
  if (value !== '' && !selectedAgent && data) options.push([value, 'Unknown agent']);
  return (
    <FilterSelect
      label="Agent"
      allLabel="All agents"
      value={selectedAgent?.ids[0] ?? value}
      options={options}
      onChange={onChange}
    />
  );
}
