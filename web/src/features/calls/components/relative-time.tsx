import { useEffect, useState, type ReactNode } from 'react';

import { formatDateTime, formatRelative } from '../../../lib/format';
import { Tooltip } from '../../../ui/overlays/tooltip';

const MINUTE_MS = 60_000;

/** How long ago something was, kept true while it is looked at; the exact time in a tooltip. */
export function RelativeTime({ iso }: { iso: string }): ReactNode {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip text={formatDateTime(iso)}>
      <time dateTime={iso} className="whitespace-nowrap">
        {formatRelative(iso, now)}
      </time>
    </Tooltip>
  );
}
