import { useSearchParams } from 'react-router';

import { useUser } from '../../lib/session/session';
import { parsePeriod, getToday, type ShownPeriod } from './period';
import type { ReportFilter } from './report-filter';

export interface ReportAddress {
  period: ShownPeriod;
  filter: ReportFilter;
  changePeriod: (period: Record<string, string>) => void;
  changeFilter: (filter: ReportFilter) => void;
}

/** A report's period and filters, stored in the URL. @param read reads the filters supported by the report */
export function useReportAddress(read: (params: URLSearchParams) => ReportFilter): ReportAddress {
  const { timeZone } = useUser();
  const [params, setParams] = useSearchParams();
  const filter = read(params);
  return {
    period: parsePeriod(params, getToday(timeZone)),
    filter,
    changePeriod: (changed) => {
      const by = changed.by ?? params.get('by');
      setParams({ ...changed, ...(by !== null && { by }), ...filter }, { replace: true });
    },
    changeFilter: (changed) => {
      const otherParams = [...params].filter(([name]) => name !== 'direction' && name !== 'agent');
      setParams({ ...Object.fromEntries(otherParams), ...changed }, { replace: true });
    },
  };
}
