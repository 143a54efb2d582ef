import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import { formatUtcDay } from '../../lib/format/format';

/** Text such as `Mar 2, 2026` or `Mar 2, 2026 – Mar 8, 2026`. */
export function formatPeriod({ from, to }: Period): string {
  return from === to ? formatUtcDay(from) : `${formatUtcDay(from)} – ${formatUtcDay(to)}`;
}
