import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS } from '@ringwell/domain/calls/call';

import { cx } from '../../ui/cx';
import { AgentFilter } from '../calls/components/agent-filter';
import { FilterSelect } from '../calls/components/filter-select';
import type { ReportFilter } from './report-filter';

interface ReportFilterBarProps {
  filter: ReportFilter;
  /** Receives all filters that apply. */
  onChange: (filter: ReportFilter) => void;
  hasAgents?: boolean;
}

/** Filters for the counted calls. */
export function ReportFilterBar({ filter, onChange, hasAgents }: ReportFilterBarProps): ReactNode {
  const { direction, agent } = filter;
  return (
    <div
      role="group"
      aria-label="Filters"
      className={cx('grid gap-3 md:flex', hasAgents && 'grid-cols-2 md:flex-wrap')}
    >
      <FilterSelect
        label="Direction"
        allLabel="Inbound & outbound"
        value={direction ?? ''}
        options={CALL_DIRECTIONS.map((each) => [each, CALL_DIRECTION_NAMES[each]])}
        onChange={(chosen) => onChange({ ...(chosen && { direction: chosen }), ...(agent && { agent }) })}
      />
      {hasAgents && (
        <AgentFilter
          value={agent ?? ''}
          onChange={(chosen) => onChange({ ...(direction && { direction }), ...(chosen && { agent: chosen }) })}
        />
      )}
    </div>
  );
}
