import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import type { DailyUsage } from '../../api/types';
import { ANALYTICS_DAYS } from '../../lib/constants';
import { formatMinutes, formatNumber, formatUtcDay } from '../../lib/format/format';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { DataTable, type Column } from '../../ui/data/data-table';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { ANALYTICS_COPY } from './analytics-copy';
import { dailyUsageQuery } from './api';
import { AreaChart } from './area-chart';

const COLUMNS: readonly Column<DailyUsage>[] = [
  {
    id: 'day',
    header: 'Day',
    card: 'title',
    cell: ({ day }) => <span className="font-semibold whitespace-nowrap">{formatUtcDay(day)}</span>,
  },
  { id: 'minutes', header: 'Minutes', align: 'end', cell: ({ minutes }) => formatMinutes(minutes) },
  { id: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => formatNumber(calls) },
  { id: 'runs', header: 'Instance Runs', align: 'end', cell: ({ instanceRuns }) => formatNumber(instanceRuns) },
  { id: 'api', header: 'API Calls', align: 'end', cell: ({ apiCalls }) => formatNumber(apiCalls) },
];

export function DailyUsageCard(): ReactNode {
  const { data: days, isError, refetch } = useQuery(dailyUsageQuery);
  const zone = useUser().timeZone ?? DEFAULT_TIME_ZONE;
  const [isTable, setIsTable] = useState(false);
  return (
    <Card
      title="Processing Minutes per Day"
      subtitle={`Last ${ANALYTICS_DAYS} days (time zone: ${zone.replaceAll('_', ' ')})`}
      action={
        <Button size="sm" variant="outline" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {days === undefined ? (
        <LoadPlaceholder subject="usage" className="h-56" retry={isError && refetch} />
      ) : isTable ? (
        <DataTable
          caption="Usage per day"
          columns={COLUMNS}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          loadingText="Loading usage"
          empty={<p>{ANALYTICS_COPY.empty}</p>}
        />
      ) : (
        <AreaChart days={days} />
      )}
    </Card>
  );
}
