import { useFilters } from '../../lib/browser/use-filters';
import { useUser } from '../../lib/session/session';
import { parsePeriod, getToday, type Preset, type SelectedPeriod } from './period';
import type { ReportFilter } from './report-filter';

const PARAM_NAMES = ['period', 'from', 'to', 'by', 'direction', 'agent'] as const;

/** URL parameters. Undefined removes a parameter. */
export type ReportParams = Partial<Record<(typeof PARAM_NAMES)[number], string>>;

export interface ReportAddress {
  period: SelectedPeriod;
  filter: ReportFilter;
  change: (changes: ReportParams) => void;
}

/**
 * A report's period and filters, stored in the URL.
 * @param options.parse parses the filters supported by the report; by default, it has none
 */
export function useReportAddress({
  parse = () => ({}),
  defaultPreset,
}: {
  parse?: (params: URLSearchParams) => ReportFilter;
  defaultPreset?: Preset;
} = {}): ReportAddress {
  const { timeZone } = useUser();
  const { filters, change } = useFilters<ReportParams>(Object.fromEntries, toSearchParams);
  const params = toSearchParams(filters);
  return { period: parsePeriod(params, getToday(timeZone), defaultPreset), filter: parse(params), change };
}

function toSearchParams(params: ReportParams): URLSearchParams {
  return new URLSearchParams(PARAM_NAMES.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));
}
