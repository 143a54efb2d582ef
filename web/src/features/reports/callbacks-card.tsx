import { useState, type ReactNode } from 'react';

import type { CallbackResult } from '@ringwell/domain/follow-ups/follow-up';

import type { Happiness } from '../../api/types';
import { formatNumber, plural } from '../../lib/format/format';
import { DataTable, type Column } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import { followUpsPath, ReportLink } from './calls-link';
import { HAPPINESS_COPY } from './happiness-copy';
import { ShareBar } from './share-bar';
import { TableToggle } from './table-toggle';

const TITLE = 'Callbacks to Unhappy Customers';

const RESULTS = [
  ['in_time', 'inTime', 'Called back on time', 'bg-positive-solid'],
  ['late', 'late', 'Called back late', 'bg-neutral-solid'],
  ['waiting', 'waiting', 'Not called back yet', 'bg-border-strong'],
  ['never', 'never', 'Closed without a callback', 'bg-negative-solid'],
] as const satisfies readonly (readonly [CallbackResult, keyof Happiness['callbacks'], string, string])[];

/** Shows how many unhappy customers were called back, how soon, and how many were happy afterward. */
export function CallbacksCard({ report }: { report: Happiness }): ReactNode {
  const [isTable, setIsTable] = useState(false);
  const { customers } = report.callbacks;
  if (customers === 0)
    return (
      <Card title={TITLE}>
        <p className="text-fg-muted">No follow-ups for unhappy customers were opened in this period.</p>
      </Card>
    );
  return (
    <Card
      title={TITLE}
      subtitle={
        <>
          <FollowUpsLink report={report} callback="all" name="to call back">
            {plural(customers, 'unhappy customer')}
          </FollowUpsLink>{' '}
          to call back
        </>
      }
      action={<TableToggle isTable={isTable} onChange={setIsTable} />}
    >
      {isTable ? <NumbersTable report={report} /> : <CallbacksChart report={report} />}
      <p className="mt-3 max-w-[80ch] text-meta text-fg-muted">{HAPPINESS_COPY.callbacks}</p>
    </Card>
  );
}

function CallbacksChart({ report }: { report: Happiness }): ReactNode {
  const { callbacks } = report;
  return (
    <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2">
      <div className="grid content-start gap-4">
        <ShareBar parts={RESULTS.map(([, key, , color]) => ({ count: callbacks[key], color }))} />
        <ul className="grid gap-2">
          {RESULTS.map(([callback, key, name]) => (
            <li key={callback} className="flex items-baseline justify-between gap-4">
              {name}
              <FollowUpsLink report={report} callback={callback} name={name}>
                {formatNumber(callbacks[key])}
              </FollowUpsLink>
            </li>
          ))}
        </ul>
      </div>
      <dl className="grid content-start gap-4">
        <div>
          <dt className="text-fg-muted">Median time to call back</dt>
          <dd className="font-display text-title font-bold">{describeMedian(report)}</dd>
        </div>
        <div>
          <dt className="text-fg-muted">Happy again after the callback</dt>
          <dd>
            <RecoveredCount report={report} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

interface NumberRow {
  name: string;
  value: ReactNode;
}

const COLUMNS: readonly Column<NumberRow>[] = [
  { id: 'name', header: 'What happened', card: 'title', cell: ({ name }) => name },
  { id: 'value', header: 'Customers', align: 'end', cell: ({ value }) => value },
];

function NumbersTable({ report }: { report: Happiness }): ReactNode {
  const results = RESULTS.map(([callback, key, name]): NumberRow => ({
    name,
    value: (
      <FollowUpsLink report={report} callback={callback} name={name}>
        {formatNumber(report.callbacks[key])}
      </FollowUpsLink>
    ),
  }));
  return (
    <DataTable
      caption={TITLE}
      columns={COLUMNS}
      rows={[
        ...results,
        { name: 'Happy again after the callback', value: <RecoveredCount report={report} /> },
        { name: 'Median time to call back', value: describeMedian(report) },
      ]}
      rowKey={({ name }) => name}
    />
  );
}

// As with the score, the percentage is only shown if there are enough customers.
function RecoveredCount({ report }: { report: Happiness }): ReactNode {
  const { inTime, late, recovered, recoveredPercent } = report.callbacks;
  return (
    <>
      <FollowUpsLink report={report} callback="recovered" name="happy again">
        {formatNumber(recovered)}
      </FollowUpsLink>{' '}
      of {formatNumber(inTime + late)} called back
      {recoveredPercent !== null && ` (${recoveredPercent}%)`}
    </>
  );
}

interface FollowUpsLinkProps {
  report: Happiness;
  callback: CallbackResult;
  /** What the number counts, for screen readers. */
  name: string;
  children: string;
}

function FollowUpsLink({ report, callback, name, children }: FollowUpsLinkProps): ReactNode {
  if (children === '0') return <span className="text-fg-subtle">0</span>;
  return (
    <ReportLink to={followUpsPath(report, callback)}>
      {children}
      <span className="sr-only"> {name}</span>
    </ReportLink>
  );
}

function describeMedian({ callbacks: { medianMinutes, inTime, late } }: Happiness): string {
  if (medianMinutes === null) return 'No callbacks yet';
  return `${formatWait(medianMinutes)} (of ${plural(inTime + late, 'callback')})`;
}

/** Formats 45 as `45 min`, 90 as `1 h 30 min` and 3000 as `2 d 2 h`. */
export function formatWait(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60)];
  const parts =
    days >= 2
      ? ([
          [days, 'd'],
          [hours % 24, 'h'],
        ] as const)
      : ([
          [hours, 'h'],
          [minutes % 60, 'min'],
        ] as const);
  const nonZeroParts = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return nonZeroParts.join(' ') || '0 min';
}
