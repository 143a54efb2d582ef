import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode } from 'react';

import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';

import type { Connection } from '../../../api/types';
import { CONNECTION_POLL } from '../../../lib/constants';
import { pollWhile } from '../../../lib/queries/poll';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { connectionRevision, connectionsQuery, useTestConnection, type TestResult } from '../api';
import { useSettings } from '../settings-context';
import { ADD_ON_MISSING } from './connection-status';

const OUTCOME_STYLES = {
  sent: { Icon: CircleCheck, className: 'text-positive' },
  failed: { Icon: CircleX, className: 'text-negative' },
  waiting: { Icon: Clock, className: 'text-fg-muted' },
} as const;

const NOT_SENT = "The test message wasn't sent.";

export function TestConnection({ connection }: { connection: Connection }): ReactNode {
  const { channel, isConnected, unavailable } = connection;
  const { accountId, role } = useUser();
  const { savedSettings, queue } = useSettings();
  const { data, isPending, mutate } = useTestConnection(accountId, channel);
  const result = data?.settingsUpdatedAt === savedSettings.updatedAt && !isPending ? data : undefined;
  const isQueued = result?.outcome === 'waiting' && result.revision === connectionRevision(connection);
  usePollingWhileQueued(accountId, isQueued ? result : undefined);
  // Administrators can test without the add-on.
  const isTestable = isConnected && (unavailable === null || (role === 'admin' && unavailable.code === ADD_ON_MISSING));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="outline"
        size="sm"
        disabled={!isTestable}
        pending={isPending}
        pendingLabel="Testing..."
        onClick={() => mutate(queue.waitUntilIdle())}
      >
        {channel === 'servicetitan' ? 'Test the connection' : 'Send test message'}
        <span className="sr-only"> ({CHANNEL_NAMES[channel]})</span>
      </Button>
      <div role="status" className="min-w-0 grow basis-56">
        {result && (result.outcome !== 'waiting' || isQueued) && (
          <Result {...result} message={isShownAbove(result, connection) ? NOT_SENT : result.message} />
        )}
      </div>
    </div>
  );
}

// Whether the connection's status, above the button, already shows the reason.
function isShownAbove({ outcome, message }: TestResult, { error }: Connection): boolean {
  return outcome === 'failed' && error !== null && message.includes(error.message);
}

function Result({ outcome, message }: Pick<TestResult, 'outcome' | 'message'>): ReactNode {
  const { Icon, className } = OUTCOME_STYLES[outcome];
  return (
    <p className="flex animate-fade items-start gap-2 wrap-anywhere">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <span className="min-w-0">{message}</span>
    </p>
  );
}

function getPollInterval({ testedAt }: TestResult): number | false {
  return Date.now() < testedAt + CONNECTION_POLL.durationMs && CONNECTION_POLL.intervalMs;
}

// Polls for up to `CONNECTION_POLL.durationMs` while a test message is queued.
function usePollingWhileQueued(accountId: string, result: TestResult | undefined): void {
  useQuery({
    ...connectionsQuery(accountId),
    enabled: result !== undefined,
    refetchInterval: pollWhile(CONNECTION_POLL.intervalMs, () => result !== undefined && getPollInterval(result)),
  });
}
