import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { HappinessMoment } from '../../api/types';
import { formatDateTime, formatDuration } from '../../lib/format/format';
import { callPath } from '../../lib/paths';
import { LabelPill } from '../../ui/data/label-pill';
import { Card } from '../../ui/layout/card';

interface MomentsCardProps {
  title: string;
  subtitle: string;
  moments: readonly HappinessMoment[];
}

/** Quotes from the calls with the clearest labels, with links to their position in the recording. */
export function MomentsCard({ title, subtitle, moments }: MomentsCardProps): ReactNode {
  if (moments.length === 0) return null;
  return (
    <Card title={title} subtitle={subtitle}>
      <ul className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3 print:grid-cols-3">
        {moments.map((moment) => (
          <li key={moment.callId} className="rounded-menu border p-4 wrap-anywhere">
            <Moment moment={moment} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Moment({ moment }: { moment: HappinessMoment }): ReactNode {
  const { callId, sentiment, startedAt, customerName, agentName, quote, startMs } = moment;
  return (
    <>
      <LabelPill label={sentiment} />
      <blockquote dir="auto" className="mt-2 text-body">
        “{quote}”
      </blockquote>
      <p className="mt-1 text-fg-muted">
        {[customerName, formatDateTime(startedAt), agentName !== null && `with ${agentName}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Link
        to={callPath(callId, Math.floor(startMs / 1_000))}
        className="mt-2 inline-flex items-center gap-1.5 font-semibold text-primary underline-offset-2 hover:underline print:hidden"
      >
        <Play aria-hidden className="size-3 fill-current" />
        Play from {formatDuration(startMs / 1_000)}
        <span className="sr-only"> in the call{customerName !== null && ` with ${customerName}`}</span>
      </Link>
    </>
  );
}
