import { useQuery, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { api } from '../../../api/client';
import type { BasicCalls } from '../../../api/types';
import { keepFocus } from '../../../lib/browser/remember-focus';
import { useStoredFlag } from '../../../lib/browser/stored-flag';
import { CALL_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { plural } from '../../../lib/format/format';
import { getQuery } from '../../../lib/queries/get-query';
import { pollLive } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
import { useUser, accountKey } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { Progress } from '../../../ui/feedback/progress';
import { Card } from '../../../ui/layout/card';

/** Once a better recognizer is available, offers to reprocess the basic recognizer's calls, and shows progress. */
export function BasicCallsCard({ scope }: { scope: BasicCallsScope }): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(basicCallsQuery(accountId, scope));
  const { start, stop } = useReprocessBasicCalls(accountId, scope);
  const [isHidden, setIsHidden] = useStoredFlag(`basic-calls-hidden-${scope === 'all' ? 'all' : accountId}`);
  if (data?.progress) {
    const { total, finished } = data.progress;
    return (
      <Card
        title="Reprocessing earlier calls"
        subtitle={`${finished} of ${plural(total, 'call')} done. New calls come first.`}
        action={
          <Button ref={keepFocus} variant="outline" size="sm" pending={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        }
      >
        <Progress label="Reprocessed calls" percent={Math.floor((finished / total) * 100)} />
      </Card>
    );
  }
  if (!data || data.calls === 0 || isHidden) return null;
  const accountsText = scope === 'all' && data.accounts > 1 ? ` from ${plural(data.accounts, 'account')}` : '';
  return (
    <Card
      title="A better recognizer is ready"
      subtitle={`${plural(data.calls, 'call')}${accountsText} ${data.calls === 1 ? 'was' : 'were'} transcribed by the basic recognizer. Reprocess ${data.calls === 1 ? 'it' : 'them'}?`}
    >
      <p className="mb-4 text-fg-muted">
        This runs in the background, and new calls come first. You won&apos;t be charged again, and no alerts go out.
        Corrections and edits are kept, except for words corrected in the transcripts.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={keepFocus} pending={start.isPending} onClick={() => start.mutate()}>
          Reprocess
        </Button>
        <Button ref={keepFocus} variant="ghost" onClick={() => setIsHidden(true)}>
          Not now
        </Button>
      </div>
    </Card>
  );
}

/** `own` covers the user's account; `all` covers every account, for administrators. */
export type BasicCallsScope = 'own' | 'all';

const basicCallsQuery = (accountId: string, scope: BasicCallsScope) =>
  getQuery(
    scope === 'all' ? ['admin', 'basic-calls'] : accountKey(accountId, 'calls', 'basic'),
    scope === 'all' ? '/api/admin/basic-calls' : '/api/my/basic-calls',
    pollLive(({ progress }: BasicCalls) => (progress ? CALL_POLL_MS : SLOW_POLL_MS)),
  );

function useReprocessBasicCalls(
  accountId: string,
  scope: BasicCallsScope,
): Record<'start' | 'stop', UseMutationResult<unknown, Error, void>> {
  const options = { refetch: [basicCallsQuery(accountId, scope).queryKey], failed: "Couldn't update reprocessing" };
  const path = scope === 'all' ? '/api/admin/basic-calls/reprocess' : '/api/my/basic-calls/reprocess';
  const start = useChange<unknown, void>({ mutationFn: () => api.POST(path), ...options });
  const stop = useChange<unknown, void>({ mutationFn: () => api.DELETE(path), ...options });
  return { start, stop };
}
