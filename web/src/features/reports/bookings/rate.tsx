import type { ReactNode } from 'react';

import type { BookingFigures } from '../../../api/types';
import { describeRange, tooFewLeads } from './bookings-copy';

/** A row's booking rate with its range, or a note that there are too few leads. */
export function Rate({ figures }: { figures: BookingFigures }): ReactNode {
  const { rate, low, high } = figures;
  if (rate === null || low === null || high === null)
    return <span className="text-meta text-fg-subtle">{tooFewLeads(figures)}</span>;
  return <Percent rate={rate} low={low} high={high} />;
}

export function Percent({ rate, low, high }: { rate: number; low: number; high: number }): ReactNode {
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className="font-semibold">{rate}%</span>
      <span className="text-meta text-fg-muted">{describeRange({ low, high })}</span>
    </span>
  );
}
