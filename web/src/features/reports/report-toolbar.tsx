import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES, CALL_DIRECTIONS } from '@ringwell/domain/calls/call';

import { ButtonLink } from '../../ui/buttons/button';
import { FilterSelect } from '../../ui/forms/filter-select';
import { AgentFilter } from '../calls/components/agent-filter';
import { PeriodFilter } from './period-filter';
import type { ReportAddress } from './use-report-address';

interface ReportToolbarProps {
  address: ReportAddress;
  /** The report's API path. */
  path: string;
  hasAgents?: boolean;
}

export function ReportToolbar({ address, path, hasAgents }: ReportToolbarProps): ReactNode {
  const { period, filter, change } = address;
  const { from, to, by } = period;
  const { direction, agent } = filter;
  return (
    <PeriodFilter
      period={period}
      onChange={change}
      filterCount={Object.keys(filter).length}
      filters={
        <>
          <FilterSelect
            label="Direction"
            allLabel="Inbound & outbound"
            value={direction ?? ''}
            options={CALL_DIRECTIONS.map((option) => [option, CALL_DIRECTION_NAMES[option]])}
            onChange={(value) => change({ direction: value || undefined })}
          />
          {hasAgents && <AgentFilter value={agent ?? ''} onChange={(value) => change({ agent: value || undefined })} />}
        </>
      }
    >
      <ButtonLink
        href={`${path}/export.csv?${new URLSearchParams({ from, to, by, ...filter }).toString()}`}
        download
        variant="outline"
        className="ml-auto"
      >
        <Download aria-hidden />
        <span className="max-md:sr-only">Export CSV</span>
      </ButtonLink>
    </PeriodFilter>
  );
}
