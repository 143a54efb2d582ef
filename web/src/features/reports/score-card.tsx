import type { ReactNode } from 'react';

import { CALL_LABEL_NAMES, type CallLabel } from '@ringwell/domain/calls/call-label';

import type { Happiness, HappinessFigures } from '../../api/types';
import { formatPercent, plural } from '../../lib/format/format';
import {
  describeChange,
  describeInterval,
  describePercentages,
  formatScore,
  describePreviousPeriod,
  tooFewCallsText,
} from '../../lib/format/happiness';
import { LabelPill } from '../../ui/data/label-pill';
import { Card } from '../../ui/layout/card';
import { callsPath, ReportLink } from './calls-link';
import { formatPeriod } from './format-period';
import { HAPPINESS_COPY } from './happiness-copy';
import { toReportFilter } from './report-filter';
import { ShareBar } from './share-bar';

export function ScoreCard({ report }: { report: Happiness }): ReactNode {
  return (
    <Card title="Score" subtitle={formatPeriod(report)}>
      <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2">
        <div>
          <Total report={report} />
          <Change report={report} />
          <p className="mt-3 max-w-[60ch] text-meta text-fg-muted">{HAPPINESS_COPY.scale}</p>
        </div>
        <LabelCounts report={report} />
      </div>
    </Card>
  );
}

function Total({ report }: { report: Happiness }): ReactNode {
  const { total: figures, change } = report;
  const { score, low, high, judged } = figures;
  if (score === null || low === null || high === null)
    return <p className="font-display text-title font-bold">{tooFewCallsText(figures)}</p>;
  return (
    <>
      <p className="font-display text-title font-bold">
        {describePercentages(figures, change, describePreviousPeriod(report))}
      </p>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{formatScore(score)}</span>
        <span>
          {describeInterval({ low, high })}, from {plural(judged, 'labeled call')}
        </span>
      </p>
    </>
  );
}

/** Describes how the score has changed since the previous period. */
export function Change({ report: { before, change } }: { report: Happiness }): ReactNode {
  const previousScore = before.score === null ? tooFewCallsText(before) : formatScore(before.score);
  const period = `the previous period (${formatPeriod(before)}: ${previousScore})`;
  return <p className="mt-1 text-fg-muted">{describeChange(change, period) ?? `No score for ${period}.`}</p>;
}

const LABELS = [
  ['positive', 'positive', 'bg-positive-solid'],
  ['neutral', 'neutral', 'bg-neutral-solid'],
  ['negative', 'negative', 'bg-negative-solid'],
] as const satisfies readonly (readonly [CallLabel, keyof HappinessFigures, string])[];

/** Calls by label, with links to them. */
export function LabelCounts({ report }: { report: Happiness }): ReactNode {
  const { total } = report;
  return (
    <div className="grid content-start gap-4">
      <ShareBar parts={LABELS.map(([, key, color]) => ({ count: total[key], color }))} />
      <ul className="grid gap-2">
        {LABELS.map(([label, key]) => (
          <LabelCount key={label} label={label} count={total[key]} report={report}>
            {total.score !== null && formatPercent(total[key] / total.judged)}
          </LabelCount>
        ))}
        <LabelCount label="needs_review" count={total.needsReview} report={report}>
          Not in the score
        </LabelCount>
      </ul>
    </div>
  );
}

interface LabelCountProps {
  label: CallLabel;
  count: number;
  report: Happiness;
  children: ReactNode;
}

function LabelCount({ label, count, report, children }: LabelCountProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <LabelPill label={label} />
      <span className="flex items-baseline gap-3">
        <span className="text-fg-muted">{children}</span>
        <ReportLink to={callsPath(report, { label, ...toReportFilter(report) })}>
          {plural(count, 'call')}
          <span className="sr-only"> with the label {CALL_LABEL_NAMES[label]}</span>
        </ReportLink>
      </span>
    </li>
  );
}
