import type { ReactNode } from 'react';

import type { HappinessFigures } from '../../api/types';
import { describeInterval, formatScore, tooFewCallsText } from '../../lib/format/happiness';

/** A row's score with its interval, or a note that there are too few calls. */
export function Score({ figures }: { figures: HappinessFigures }): ReactNode {
  const { score, low, high } = figures;
  if (score === null || low === null || high === null)
    return <span className="text-meta text-fg-subtle">{tooFewCallsText(figures)}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className="font-semibold">{formatScore(score)}</span>
      <span className="text-meta text-fg-muted">{describeInterval({ low, high })}</span>
    </span>
  );
}
