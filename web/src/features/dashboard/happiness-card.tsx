import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Happiness } from '../../api/types';
import { useIsMobile } from '../../lib/browser/use-media-query';
import { COPY } from '../../lib/copy';
import { plural } from '../../lib/format/format';
import {
  describeInterval,
  describePercentages,
  formatScore,
  describePreviousPeriod,
  tooFewCallsText,
} from '../../lib/format/happiness';
import { PATHS } from '../../lib/paths';
import { happinessQuery } from '../../lib/queries/api';
import { useUser } from '../../lib/session/session';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';

/** Shows customer happiness, with a link to the reasons. A single line on phones, to leave room for follow-ups. */
export function HappinessCard(): ReactNode {
  const { accountId } = useUser();
  const isMobile = useIsMobile();
  const { data, isError, refetch } = useQuery(happinessQuery(accountId));
  if (isError && !data) return <LoadFailed subject="customer happiness" onRetry={() => void refetch()} />;
  if (isMobile) return <HappinessLine report={data} />;
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border bg-surface p-4 md:p-6">
      <div className="min-w-0">
        <h2 className="text-ui text-fg-muted">Customer Happiness</h2>
        {data ? <Score report={data} /> : <Skeleton className="mt-1 h-9 w-48" label="Loading customer happiness" />}
      </div>
      <Link
        to={PATHS.happiness}
        className="inline-flex items-center font-semibold text-primary underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        See what moved it
      </Link>
    </section>
  );
}

function HappinessLine({ report }: { report: Happiness | undefined }): ReactNode {
  return (
    <section className="rounded-card border bg-surface">
      <Link to={PATHS.happiness} className="flex min-h-11 items-center gap-2 px-4">
        <h2 className="text-ui font-normal text-fg-muted">{COPY.nav.happiness}</h2>
        {report && <ShortScore report={report} />}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-fg-subtle" />
      </Link>
    </section>
  );
}

function ShortScore({ report: { total } }: { report: Happiness }): ReactNode {
  return (
    <span className="grow text-right font-semibold">
      {total.score === null ? tooFewCallsText(total) : describePercentages(total, null, '')}
    </span>
  );
}

function Score({ report }: { report: Happiness }): ReactNode {
  const { total, change } = report;
  const { score, low, high, judged } = total;
  if (score === null || low === null || high === null)
    return (
      <p className="mt-1">
        <span className="font-semibold">{tooFewCallsText(total)}</span>
        <span className="text-fg-muted"> in the last 30 days</span>
      </p>
    );
  return (
    <>
      <p className="mt-1 font-display text-title font-bold">
        {describePercentages(total, change, describePreviousPeriod(report))}
      </p>
      <p className="mt-1 text-fg-muted">
        <span className="font-semibold">{formatScore(score)}</span>, {describeInterval({ low, high })}, from{' '}
        {plural(judged, 'call')} in the last 30 days
      </p>
    </>
  );
}
