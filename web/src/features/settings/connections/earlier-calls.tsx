import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';

import { MAX_IMPORT_DAYS } from '@ringwell/domain/calls/call-import';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { api, unwrap } from '../../../api/client';
import type { CallImport, CallImportState } from '../../../api/types';
import { keepFocus } from '../../../lib/browser/remember-focus';
import { CALL_POLL_MS, SLOW_POLL_MS } from '../../../lib/constants';
import { formatCents, plural } from '../../../lib/format/format';
import { getQuery } from '../../../lib/queries/get-query';
import { pollLive } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
import { useUser, accountKey } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { Progress } from '../../../ui/feedback/progress';
import { Input } from '../../../ui/forms/input';

/**
 * Fetches earlier calls from ServiceTitan, after showing how many there are and what they cost. While ServiceTitan isn't
 * available on this server, an import can only be stopped.
 */
export function EarlierCalls({ isAvailable }: { isAvailable: boolean }): ReactNode {
  const { accountId } = useUser();
  const { data } = useQuery(callImportQuery(accountId));
  const { countCalls, fetchCalls, stopImport } = useCallImport(accountId);
  if (!data || (data.import === null && !isAvailable)) return null;
  const callImport = data.import;
  return (
    <section aria-label="Earlier calls" className="mt-4 grid gap-2">
      {callImport === null ? (
        <CountCalls onCount={(since) => countCalls.mutate(since)} isPending={countCalls.isPending} />
      ) : (
        <>
          <p aria-live="polite">{describeImport(callImport)}</p>
          {(callImport.state === 'fetching' || callImport.state === 'fetched') && callImport.calls > 0 && (
            <Progress label="Earlier calls processed" percent={percentDone(callImport)} />
          )}
          <div className="flex flex-wrap gap-2">
            {isAvailable && callImport.state === 'counted' && callImport.calls > 0 && (
              <Button ref={keepFocus} size="sm" pending={fetchCalls.isPending} onClick={() => fetchCalls.mutate()}>
                Fetch {plural(callImport.calls, 'call')}
              </Button>
            )}
            <Button
              ref={keepFocus}
              variant="outline"
              size="sm"
              pending={stopImport.isPending}
              onClick={() => stopImport.mutate()}
            >
              {callImport.state === 'counted' ? 'Not now' : 'Stop'}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function CountCalls({ onCount, isPending }: { onCount: (since: string) => void; isPending: boolean }): ReactNode {
  const id = useId();
  const [since, setSince] = useState('');
  const [now] = useState(() => Date.now());
  const timeZone = useUser().timeZone ?? DEFAULT_TIME_ZONE;
  const daysAgo = (days: number): string => new Date(now - days * 86_400_000).toLocaleDateString('sv-SE', { timeZone });
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onCount(since);
      }}
    >
      <label htmlFor={id} className="font-medium">
        Fetch earlier calls since
      </label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          type="date"
          required
          className="w-auto"
          value={since}
          min={daysAgo(MAX_IMPORT_DAYS)}
          max={daysAgo(0)}
          onChange={({ target }) => setSince(target.value)}
        />
        <Button ref={keepFocus} type="submit" variant="outline" pending={isPending} disabled={since === ''}>
          Count them
        </Button>
      </div>
      <p className="text-meta text-fg-subtle">
        ServiceTitan keeps recordings for about {MAX_IMPORT_DAYS} days. You&apos;ll see the number of calls and what
        they cost before anything is fetched.
      </p>
    </form>
  );
}

function describeImport({ state, calls, minutes, maxPriceCents, fetched, open }: CallImport): string {
  if (state === 'counting') return `Counting… ${plural(calls, 'call')} so far.`;
  if (state === 'counted') {
    if (calls === 0) return 'There are no earlier calls to fetch.';
    const price = maxPriceCents === null ? '' : `, at most ${formatCents(maxPriceCents)} for extra minutes`;
    return `${plural(calls, 'call')}, ${plural(minutes, 'minute')}${price}. They won't open follow-ups or send alerts.`;
  }
  return `${Math.max(fetched - open, 0)} of ${plural(Math.max(calls, fetched), 'earlier call')} done. New calls come first.`;
}

function percentDone({ calls, fetched, open }: CallImport): number {
  return Math.floor((Math.max(fetched - open, 0) / Math.max(calls, fetched)) * 100);
}

function useCallImport(accountId: string) {
  const options = {
    refetch: [callImportQuery(accountId).queryKey],
    failed: "Couldn't update the import. Please try again.",
  };
  return {
    countCalls: useChange<unknown, string>({
      mutationFn: (since) => unwrap(api.POST('/api/my/call-import', { body: { since } })),
      ...options,
    }),
    fetchCalls: useChange<unknown, void>({
      mutationFn: () => unwrap(api.POST('/api/my/call-import/start')),
      ...options,
    }),
    stopImport: useChange<unknown, void>({ mutationFn: () => api.DELETE('/api/my/call-import'), ...options }),
  };
}

const callImportQuery = (accountId: string) =>
  getQuery(
    accountKey(accountId, 'call-import'),
    '/api/my/call-import',
    pollLive((state: CallImportState) =>
      state.import === null || state.import.state === 'counted' ? SLOW_POLL_MS : CALL_POLL_MS,
    ),
  );
