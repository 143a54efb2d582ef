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

/** A report's period and filters, stored in the URL. @param parse parses the filters supported by the report */
export function useReportAddress(parse: (params: URLSearchParams) => ReportFilter): ReportAddress {
  const { timeZone } = useUser();
  const [params, setParams] = useSearchParams();
  const filter = parse(params);
  return {
    period: parsePeriod(params, getToday(timeZone)),
    filter,
    changePeriod: (changes) => {
      const by = changes.by ?? params.get('by');
      setParams({ ...changes, ...(by !== null && { by }), ...filter }, { replace: true });
    },
    changeFilter: (changes) => {
      const otherParams = [...params].filter(([name]) => name !== 'direction' && name !== 'agent');
      setParams({ ...Object.fromEntries(otherParams), ...changes }, { replace: true });
    },
  };
}
