import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, SearchX, Share2, Smile } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';

import type { Happiness } from '../../api/types';
import { usePageTitle } from '../../lib/browser/use-document-title';
import { groupAgents, type AgentPerson } from '../../lib/format/group-agents';
import { describeInterval, formatScore, tooFewCallsText } from '../../lib/format/happiness';
import { PATHS } from '../../lib/paths';
import { agentsQuery, bookingsQuery, happinessQuery } from '../../lib/queries/api';
import { useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState, LoadFailed, RefreshFailed } from '../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { DialogButton } from '../../ui/overlays/dialog-button';
import { AGENT_COPY } from './agent-copy';
import { agentSentence, getRestOfTeam } from './agent-sentence';
import { AgentBookingsCard } from './bookings/agent-bookings-card';
import { TopicsCard } from './breakdown-card';
import { formatPeriod } from './format-period';
import { MomentsCard } from './moments-card';
import type { SelectedPeriod } from './period';
import { PeriodFilter } from './period-filter';
import { Change, LabelCounts } from './score-card';
import { TrendCard } from './trend-card';
import { useReportAddress } from './use-report-address';

const ShareAgentDialog = lazyArea(async () => (await import('./share-agent-dialog')).ShareAgentDialog);

/** Compares a person's calls with the team's, and lists calls to discuss. */
export function AgentPage(): ReactNode {
  const { id = '' } = useParams();
  const { accountId, status } = useUser();
  const { period, change } = useReportAddress({ defaultPreset: '90d' });
  const { data, isError, refetch } = useQuery({ ...agentsQuery(accountId), enabled: status === 'active' });
  const person = data && groupAgents(data).find(({ ids }) => ids.includes(id));
  usePageTitle(person?.name ?? null);
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3 max-md:grid max-md:grid-cols-1 print:hidden">
        <ButtonLink to={PATHS.happiness} variant="ghost" size="sm" className="-ml-3 justify-self-start">
          <ChevronLeft aria-hidden />
          Customer happiness
        </ButtonLink>
        <PeriodFilter period={period} onChange={change} />
      </div>
      {person ? (
        <Report id={id} person={person} period={period} />
      ) : data ? (
        <Card>
          <EmptyState icon={<SearchX />} {...AGENT_COPY.notFound}>
            <ButtonLink to={PATHS.team} variant="outline">
              Open the team
            </ButtonLink>
          </EmptyState>
        </Card>
      ) : (
        <LoadPlaceholder
          subject="this agent"
          label="Loading the agent"
          className="h-96 rounded-card"
          retry={isError && refetch}
        />
      )}
    </div>
  );
}

interface ReportProps {
  id: string;
  person: AgentPerson;
  period: SelectedPeriod;
}

function Report({ id, person, period: { from, to, by } }: ReportProps): ReactNode {
  const { accountId } = useUser();
  const agentReport = useQuery(happinessQuery(accountId, { from, to, by, agent: id }));
  const team = useQuery(happinessQuery(accountId, { from, to, by }));
  const bookings = useQuery(bookingsQuery(accountId, { from, to, by }));
  const results = [agentReport, team, bookings];
  const retry = (): void => void Promise.all(results.map(({ refetch }) => refetch()));
  // Placeholder data would compare different people or periods.
  if (
    !agentReport.data ||
    !team.data ||
    bookings.isPending ||
    results.some(({ isPlaceholderData }) => isPlaceholderData)
  )
    return (
      <LoadPlaceholder
        subject="this agent"
        label="Loading happiness"
        className="h-96 rounded-card"
        retry={(agentReport.isError || team.isError) && retry}
      />
    );
  const { moments, total } = agentReport.data;
  const filterByLabel = (label: string): typeof moments => moments.filter(({ sentiment }) => sentiment === label);
  return (
    <>
      {results.some(({ isRefetchError }) => isRefetchError) && <RefreshFailed onRetry={retry} />}
      <Comparison person={person} report={agentReport.data} team={team.data} />
      {bookings.data ? (
        <AgentBookingsCard person={person} report={bookings.data} />
      ) : (
        <LoadFailed subject="bookings" onRetry={() => void bookings.refetch()} />
      )}
      {total.judged > 0 && (
        <>
          <TrendCard report={agentReport.data} />
          <MomentsCard {...AGENT_COPY.praise} moments={filterByLabel('positive')} />
          <MomentsCard {...AGENT_COPY.review} moments={filterByLabel('negative')} />
          <TopicsCard report={agentReport.data} />
        </>
      )}
    </>
  );
}

function Comparison({ person, report, team }: { person: AgentPerson; report: Happiness; team: Happiness }): ReactNode {
  const { judged, score, low, high, needsReview } = report.total;
  const restOfTeam = getRestOfTeam(report.total, team.total);
  if (judged + needsReview === 0)
    return (
      <Card title={person.name} subtitle={formatPeriod(report)}>
        <EmptyState icon={<Smile />} {...AGENT_COPY.none} />
      </Card>
    );
  return (
    <Card
      title={person.name}
      subtitle={formatPeriod(report)}
      action={
        <DialogButton
          className="max-w-full"
          aria-haspopup="dialog"
          dialog={(close) => <ShareAgentDialog person={person} report={report} team={team} onClose={close} />}
        >
          <Share2 aria-hidden />
          <span className="truncate">{AGENT_COPY.share.open(person.name)}</span>
        </DialogButton>
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <div>
          <p className="font-display text-title font-bold wrap-anywhere">{agentSentence(report.total, team.total)}</p>
          <p className="mt-2">
            {score === null || low === null || high === null ? (
              tooFewCallsText(report.total)
            ) : (
              <>
                <span className="font-semibold">{formatScore(score)}</span>, {describeInterval({ low, high })}
              </>
            )}
          </p>
          <Change report={report} />
          <p className="mt-1 text-fg-muted">
            {AGENT_COPY.team(restOfTeam.judged)}: {restOfTeam.summary}
          </p>
        </div>
        <LabelCounts report={report} />
      </div>
    </Card>
  );
}
