import { useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import { PERIOD_STEPS, type PeriodStep } from '@ringwell/domain/weekly-letters/report-period';

import type { Happiness, HappinessStep } from '../../api/types';
import { DataTable, type Column } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import { callsPath } from './calls-link';
import { countColumns } from './count-columns';
import { formatPeriod } from './format-period';
import { HAPPINESS_COPY } from './happiness-copy';
import { toReportFilter } from './report-filter';
import { Score } from './score';
import { TableToggle } from './table-toggle';
import { TrendChart } from './trend-chart';

// Wider than on other pages, because the table has seven columns.
const CARD_BREAKPOINT_PX = 1000;

const TITLES = { day: 'Score by Day', week: 'Score by Week', month: 'Score by Month' } as const;

export function TrendCard({ report }: { report: Happiness }): ReactNode {
  const { by, trend } = report;
  const [isTable, setIsTable] = useState(false);
  const isEmpty = trend.every(({ score, before }) => score === null && before.score === null);
  return (
    <Card title={TITLES[by]} action={<TableToggle isTable={isTable} onChange={setIsTable} />}>
      {isTable ? (
        <DataTable
          caption={TITLES[by]}
          columns={buildColumns(report)}
          rows={trend.toReversed()}
          rowKey={({ from }) => from}
          cardBreakpointPx={CARD_BREAKPOINT_PX}
        />
      ) : (
        <>
          {trend.every(({ score }) => score === null) && <NoLineNotice step={by} text={HAPPINESS_COPY.noLine(by)} />}
          {!isEmpty && <TrendChart report={report} />}
        </>
      )}
    </Card>
  );
}

/** Explains gaps in the chart, and links to the next longer interval, which has more calls per point. */
export function NoLineNotice({ step, text }: { step: PeriodStep; text: string }): ReactNode {
  const [params] = useSearchParams();
  const longerStep = PERIOD_STEPS[PERIOD_STEPS.indexOf(step) + 1];
  return (
    <p className="mb-4 text-fg-muted">
      {text}
      {longerStep && (
        <>
          {' '}
          <Link
            to={{
              search: new URLSearchParams(
                [...params].filter(([name]) => name !== 'by').concat([['by', longerStep]]),
              ).toString(),
            }}
            className="text-primary underline-offset-2 hover:underline print:hidden"
          >
            Show by {longerStep}
          </Link>
        </>
      )}
    </p>
  );
}

function buildColumns(report: Happiness): readonly Column<HappinessStep>[] {
  const filter = toReportFilter(report);
  return [
    {
      id: 'period',
      header: 'Period',
      card: 'title',
      cell: (step) => <span className="font-semibold">{formatPeriod(step)}</span>,
    },
    ...countColumns<HappinessStep>({ getPeriod: (step) => step, getFilter: () => filter, getName: formatPeriod }),
    {
      id: 'before',
      header: 'Previous period',
      align: 'end',
      cell: ({ before }) =>
        before.judged === 0 ? (
          <Score figures={before} />
        ) : (
          <Link to={callsPath(before, filter)} className="text-primary underline-offset-2 hover:underline">
            <Score figures={before} />
            <span className="sr-only">, {formatPeriod(before)}</span>
          </Link>
        ),
    },
  ];
}
