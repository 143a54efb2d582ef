import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS } from '@ringwell/domain/calls/call';

import { AgentFilter } from '../calls/components/agent-filter';
import { FilterSelect } from '../calls/components/filter-select';
import type { ReportFilter } from './report-filter';

interface ReportFilterBarProps {
  filter: ReportFilter;
  /** Receives all filters that apply. */
  onChange: (filter: ReportFilter) => void;
}

/** Filters for the counted calls. */
export function ReportFilterBar({ filter: { direction, agent }, onChange }: ReportFilterBarProps): ReactNode {
  return (
    <div role="group" aria-label="Filters" className="grid grid-cols-2 gap-3 md:flex md:flex-wrap">
      <FilterSelect
        label="Direction"
        allLabel="Inbound & outbound"
        value={direction ?? ''}
        options={CALL_DIRECTIONS.map((each) => [each, CALL_DIRECTION_NAMES[each]])}
        onChange={(chosen) => onChange({ ...(chosen && { direction: chosen }), ...(agent && { agent }) })}
      />
      <AgentFilter
        value={agent ?? ''}
        onChange={(chosen) => onChange({ ...(direction && { direction }), ...(chosen && { agent: chosen }) })}
      />
    </div>
  );
}
