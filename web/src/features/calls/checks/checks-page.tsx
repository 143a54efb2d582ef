import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download, Headphones } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { CHECKS_PER_BATCH, MIN_CHECKS_FOR_ACCURACY } from '@ringwell/domain/calls/accuracy';
import { engineName } from '@ringwell/domain/calls/engine-name';
import { SENTIMENT_LABELS } from '@ringwell/domain/calls/sentiment';

import type { AccuracyReport, DrawnCall } from '../../../api/types';
import { formatNumber, formatPercent } from '../../../lib/format/format';
import { accuracyQuery } from '../../../lib/queries/api';
import { confirmAndDownload } from '../../../lib/session/identity-confirmation';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { EmptyState, LoadFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { drawnCallsQuery } from './api';
import { CheckCall } from './check-call';
import { ACCURACY_COPY, CHECKS_COPY } from './checks-copy';

/** Shows five calls at a time to listen to and label, and how often our labels were right. */
export function ChecksPage(): ReactNode {
  const canCheck = useHasRole('member');
  return (
    <div className="grid max-w-[64rem] gap-6">
      <Card title="Listen and judge" subtitle={canCheck ? CHECKS_COPY.intro : undefined}>
        {canCheck ? <DrawnCalls /> : <p className="text-fg-muted">{CHECKS_COPY.viewer}</p>}
      </Card>
      <AccuracyCard />
    </div>
  );
}

function DrawnCalls(): ReactNode {
  const { accountId, id } = useUser();
  const client = useQueryClient();
  const query = drawnCallsQuery(accountId, id);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [isFirstRound, setIsFirstRound] = useState(true);
  if (isError) return <LoadFailed subject="calls to check" onRetry={() => void refetch()} />;
  if (!data || isFetching) return <Skeleton className="h-60" label="Picking calls" />;
  const [first] = data;
  if (!first) return <EmptyState icon={<Headphones />} {...CHECKS_COPY.none} />;
  const drawMore = (): void => {
    setIsFirstRound(false);
    void client.resetQueries({ queryKey: query.queryKey });
  };
  return <Round key={first.id} calls={data} isFirst={isFirstRound} onMore={drawMore} />;
}

interface RoundProps {
  calls: readonly DrawnCall[];
  /** Whether these are the first calls on the page. */
  isFirst: boolean;
  onMore: () => void;
}

function Round({ calls, isFirst, onMore }: RoundProps): ReactNode {
  const [index, setIndex] = useState(0);
  const call = calls[index];
  if (call)
    return (
      <CheckCall
        key={call.id}
        call={call}
        progress={`Call ${index + 1} of ${calls.length}`}
        isFirst={isFirst && index === 0}
        nextLabel={index + 1 < calls.length ? 'Next call' : 'See accuracy'}
        onNext={() => setIndex(index + 1)}
      />
    );
  const mightHaveMore = calls.length >= CHECKS_PER_BATCH;
  return (
    <EmptyState icon={<CircleCheck />} {...(mightHaveMore ? CHECKS_COPY.round : CHECKS_COPY.done)}>
      {mightHaveMore && (
        <Button autoFocus onClick={onMore}>
          Check five more
        </Button>
      )}
    </EmptyState>
  );
}

type Accuracy = AccuracyReport['overall'];

function AccuracyCard(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(accuracyQuery(accountId));
  return (
    <Card title="How often labels are right" subtitle={ACCURACY_COPY.subtitle}>
      {data ? (
        <Report report={data} />
      ) : (
        <LoadPlaceholder subject="the accuracy" className="h-40" retry={isError && refetch} />
      )}
    </Card>
  );
}

function Report({ report }: { report: AccuracyReport }): ReactNode {
  const { overall, bySentiment, byEngine, byMonth, needsListen, cantTell, skipped } = report;
  const hasChecks = overall.checked > 0;
  return (
    <div className="grid gap-6">
      <p className="text-body font-semibold">{accuracyText(overall)}</p>
      {hasChecks && (
        <>
          <Breakdown
            title="By label"
            rows={bySentiment.map(({ sentiment, ...accuracy }) => [SENTIMENT_LABELS[sentiment], accuracy])}
          />
          <Breakdown
            title="By engine"
            rows={byEngine.map(({ engine, ...accuracy }) => [engineName(engine), accuracy])}
          />
          <Breakdown
            title="By call month"
            rows={byMonth.map(({ month, ...accuracy }) => [monthName(month), accuracy])}
          />
        </>
      )}
      <dl className="grid gap-1.5">
        {needsListen.checked > 0 && <Row name="Guesses on “Needs a listen” calls">{accuracyText(needsListen)}</Row>}
        <Row name="Can't tell">{formatNumber(cantTell)}</Row>
        <Row name="Skipped">{formatNumber(skipped)}</Row>
      </dl>
      {!(overall.figure && bySentiment.every(({ figure }) => figure)) && (
        <p className="text-meta text-fg-subtle">{`Percentages show up after ${MIN_CHECKS_FOR_ACCURACY} checks.`}</p>
      )}
      {hasChecks && <ExportLink />}
    </div>
  );
}

function ExportLink(): ReactNode {
  const canExport = useHasRole('manager');
  if (!canExport) return null;
  return (
    <p>
      <a
        href="/api/checks/export.jsonl"
        download
        onClick={confirmAndDownload}
        className="inline-flex items-center gap-1.5 font-medium text-primary underline-offset-4 hover:underline"
      >
        <Download aria-hidden className="size-4" />
        Export checked calls
      </a>
      <span className="mt-0.5 block text-meta text-fg-subtle">{ACCURACY_COPY.exportHint}</span>
    </p>
  );
}

function Breakdown({ title, rows }: { title: string; rows: readonly (readonly [string, Accuracy])[] }): ReactNode {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="grid gap-1.5">
        {rows.map(([name, accuracy]) => (
          <Row key={name} name={name}>
            {accuracyText(accuracy)}
          </Row>
        ))}
      </dl>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="text-fg-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function accuracyText({ right, checked, figure }: Accuracy): string {
  if (!figure) return `${checked} of ${MIN_CHECKS_FOR_ACCURACY} checks done`;
  return ACCURACY_COPY.figure(right, checked, formatPercent(figure.low), formatPercent(figure.high));
}

const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthName(month: string): string {
  return MONTH_FORMAT.format(new Date(`${month}-01`));
}
