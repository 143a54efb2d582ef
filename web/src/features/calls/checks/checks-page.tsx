import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Headphones } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { CHECKS_PER_BATCH } from '@ringwell/domain/calls/accuracy';

import type { DrawnCall } from '../../../api/types';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { EmptyState, LoadFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { AccuracyCard } from './accuracy-card';
import { drawnCallsQuery } from './api';
import { CheckCall } from './check-call';
import { CHECKS_COPY } from './checks-copy';

/** Shows five calls at a time to listen to and label, and how often our labels were right. */
export function ChecksPage(): ReactNode {
  const canCheck = useHasRole('member');
  return (
    <div className="grid max-w-[64rem] gap-6">
      <Card title={CHECKS_COPY.title} subtitle={canCheck ? CHECKS_COPY.intro : undefined}>
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
        progress={CHECKS_COPY.progress(index + 1, calls.length)}
        isFirst={isFirst && index === 0}
        nextLabel={index + 1 < calls.length ? CHECKS_COPY.next : CHECKS_COPY.last}
        onNext={() => setIndex(index + 1)}
      />
    );
  const mightHaveMore = calls.length >= CHECKS_PER_BATCH;
  return (
    <EmptyState icon={<CircleCheck />} {...(mightHaveMore ? CHECKS_COPY.round : CHECKS_COPY.done)}>
      {mightHaveMore && (
        <Button autoFocus onClick={onMore}>
          {CHECKS_COPY.more}
        </Button>
      )}
    </EmptyState>
  );
}
