import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { ButtonLink } from '../../ui/buttons/button';
import { PeriodFilter } from './period-filter';
import { ReportFilterBar } from './report-filter-bar';
import type { ReportAddress } from './use-report-address';

interface ReportToolbarProps {
  address: ReportAddress;
  /** Path of the report in the API. */
  path: string;
  hasAgents?: boolean;
}

/** Chooses the period and the filters of a report, and exports it. */
export function ReportToolbar({ address, path, hasAgents }: ReportToolbarProps): ReactNode {
  const { period, filter, changePeriod, changeFilter } = address;
  const { from, to, by } = period;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
      <div className="grid gap-3">
        <PeriodFilter period={period} onChange={changePeriod} />
        <ReportFilterBar filter={filter} onChange={changeFilter} hasAgents={hasAgents} />
      </div>
      <ButtonLink
        href={`${path}/export.csv?${new URLSearchParams({ from, to, by, ...filter }).toString()}`}
        download
        variant="outline"
      >
        <Download aria-hidden />
        Export CSV
      </ButtonLink>
    </div>
  );
}
