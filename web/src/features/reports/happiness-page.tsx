import { useQuery } from '@tanstack/react-query';
import { Smile } from 'lucide-react';
import type { ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';

import type { Happiness } from '../../api/types';
import { PATHS } from '../../lib/paths';
import { happinessQuery } from '../../lib/queries/api';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/layout/card';
import { AgentsCard, DirectionsCard, TopicsCard } from './breakdown-card';
import { CallbacksCard } from './callbacks-card';
import { HAPPINESS_COPY } from './happiness-copy';
import { HoursCard } from './hours-card';
import { MomentsCard } from './moments-card';
import { parseFilter } from './report-filter';
import { ReportFrame } from './report-frame';
import { ReportToolbar } from './report-toolbar';
import { ScoreCard } from './score-card';
import { TrendCard } from './trend-card';
import { useReportAddress, type ReportAddress } from './use-report-address';

/** Shows customer happiness over time. The period and filters are in the URL. Prints on one page. */
export function HappinessPage(): ReactNode {
  const { accountName } = useUser();
  const address = useReportAddress({ parse: parseFilter });
  return (
    <div className="grid grid-cols-1 gap-6 print:[zoom:0.4]">
      <p className="hidden font-display text-title font-bold print:block">Customer Happiness, {accountName}</p>
      <ReportToolbar address={address} path="/api/my/happiness" hasAgents />
      <Report {...address} />
    </div>
  );
}

function Report({ period: { from, to, by }, filter }: Pick<ReportAddress, 'period' | 'filter'>): ReactNode {
  const { accountId } = useUser();
  const result = useQuery(happinessQuery(accountId, { from, to, by, ...filter }));
  return (
    <ReportFrame result={result} subject="happiness">
      {(report) => (
        <>
          <PrintedFilter report={report} />
          {report.isRecounting && <p role="status">{HAPPINESS_COPY.recounting}</p>}
          {report.total.judged + report.total.needsReview === 0 ? (
            <NoCalls isFiltered={Object.keys(filter).length > 0} />
          ) : (
            <ReportCards report={report} />
          )}
        </>
      )}
    </ReportFrame>
  );
}

// Replaces the filters when printing.
function PrintedFilter({ report: { direction, agent, agents } }: { report: Happiness }): ReactNode {
  // The agent may be listed under one of the same person's other names.
  const agentName = agent && agents[0]?.agentName;
  const names = [direction && CALL_DIRECTION_NAMES[direction], agentName].filter(Boolean);
  return names.length > 0 && <p className="hidden font-semibold print:block">Filtered by: {names.join(', ')}</p>;
}

function ReportCards({ report }: { report: Happiness }): ReactNode {
  return (
    <>
      <ScoreCard report={report} />
      <div className="grid grid-cols-1 gap-6 print:grid-cols-2 print:items-start print:gap-3">
        <TrendCard report={report} />
        <TopicsCard report={report} />
      </div>
      <MomentsCard {...HAPPINESS_COPY.moments} moments={report.moments} />
      <CallbacksCard report={report} />
      <div className="grid grid-cols-1 gap-6 print:grid-cols-2 print:items-start print:gap-3">
        <AgentsCard report={report} />
        <DirectionsCard report={report} />
        <HoursCard report={report} />
      </div>
    </>
  );
}

function NoCalls({ isFiltered }: { isFiltered: boolean }): ReactNode {
  return (
    <Card>
      <EmptyState icon={<Smile />} {...(isFiltered ? HAPPINESS_COPY.noneFound : HAPPINESS_COPY.empty)}>
        <ButtonLink to={PATHS.calls} variant="outline">
          See all calls
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
