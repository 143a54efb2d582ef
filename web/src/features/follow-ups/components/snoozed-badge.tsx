import type { ReactNode } from 'react';

import { Badge } from '../../../ui/data/badge';
import { snoozedText } from '../due';

export function SnoozedBadge({ until, now }: { until: string; now: Date }): ReactNode {
  return <Badge>{snoozedText(until, now)}</Badge>;
}
