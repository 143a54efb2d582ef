import { useState, type ReactNode } from 'react';

import type { Happiness, HappinessPeriod } from '../../api/types';
import { Button } from '../../ui/buttons/button';
import { DataTable, type Column } from '../../ui/data/data-table';
import { Card } from '../../ui/layout/card';
import { countColumns } from './count-columns';
import { formatPeriod } from './format-period';
import { HAPPINESS_COPY } from './happiness-copy';
import { TrendChart } from './trend-chart';

const TITLES = { day: 'Score per Day', week: 'Score per Week', month: 'Score per Month' } as const;

const COLUMNS: readonly Column<HappinessPeriod>[] = [
  {
    id: 'period',
    header: 'Period',
    card: 'title',
    cell: (period) => <span className="font-semibold">{formatPeriod(period)}</span>,
  },
  ...countColumns<HappinessPeriod>({ periodOf: (period) => period, filterOf: () => ({}), nameOf: formatPeriod }),
];

export function TrendCard({ report: { by, trend } }: { report: Happiness }): ReactNode {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={TITLES[by]}
      action={
        <Button
          size="sm"
          variant="outline"
          aria-pressed={asTable}
          className="print:hidden"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? HAPPINESS_COPY.asChart : HAPPINESS_COPY.asTable}
        </Button>
      }
    >
      {asTable ? (
        <DataTable
          caption={TITLES[by]}
          columns={COLUMNS}
          rows={trend.toReversed()}
          rowKey={({ from }) => from}
          loadingText="Loading"
          empty={null}
        />
      ) : (
        <TrendChart periods={trend} />
      )}
    </Card>
  );
}
