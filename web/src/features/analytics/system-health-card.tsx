import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';

import { engineName } from '@ringwell/domain/calls/engine-name';

import type { SystemHealth } from '../../api/types';
import { formatTime, plural } from '../../lib/format/format';
import { systemHealthQuery } from '../../lib/queries/api';
import { cx } from '../../ui/cx';
import { ModelDownloads } from '../../ui/data/model-downloads';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { ANALYTICS_COPY } from './analytics-copy';

const APPEARANCES = {
  operational: { Icon: CircleCheck, className: 'text-positive' },
  degraded: { Icon: CircleAlert, className: 'text-accent-text' },
  down: { Icon: CircleX, className: 'text-negative' },
} as const satisfies Record<SystemHealth['status'], unknown>;

// Hides the previous state after a failed refresh, because it may be outdated.
export function SystemHealthCard(): ReactNode {
  const { data, isError, refetch } = useQuery(systemHealthQuery);
  return (
    <Card title={ANALYTICS_COPY.health}>
      {isError ? (
        <LoadFailed subject="system health" onRetry={() => void refetch()} />
      ) : data ? (
        <HealthDetails health={data} />
      ) : (
        <Skeleton className="h-36" label="Loading system health" />
      )}
    </Card>
  );
}

function HealthDetails({
  health: { rows, notes, engines, models, workers, queue, version, checkedAt },
}: {
  health: SystemHealth;
}): ReactNode {
  return (
    <>
      <dl className="divide-y">
        {rows.map(({ name, state, status }) => {
          const { Icon, className } = APPEARANCES[status];
          return (
            <div key={name} className="flex items-center justify-between gap-4 py-3 first:pt-0">
              <dt className="text-fg-muted">{name}</dt>
              <dd className={cx('flex items-center gap-1.5 text-right font-semibold', className)}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {state}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-3 text-meta text-fg-subtle">
        {plural(workers.length, 'worker')}
        {queue && `, ${plural(queue.queued + queue.released, 'call')} waiting, ${queue.running} running`}.
        {engines.transcription.length > 0 && ` Transcribed by ${engines.transcription.map(engineName).join(', ')}.`}{' '}
        Version {version}. Checked at <time dateTime={checkedAt}>{formatTime(new Date(checkedAt))}</time>.
      </p>
      {models.length > 0 && (
        <div className="mt-4">
          <ModelDownloads models={models} />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-meta text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}
