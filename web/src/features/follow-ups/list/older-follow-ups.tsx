import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';

import { api, unwrap } from '../../../api/client';
import { formatDate, formatNumber, formatUtcDay, plural } from '../../../lib/format/format';
import { toLocalInput } from '../../../lib/format/local-time';
import { toastServerMessage } from '../../../lib/messages/failure-toast';
import { toast } from '../../../lib/messages/toast-store';
import { PATHS } from '../../../lib/paths';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { FULL_YEAR_PATTERN } from '../../../ui/forms/day-field';
import { Input } from '../../../ui/forms/input';
import { followUpsKey } from '../api';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';

const WEEK_MS = 7 * 24 * 3_600_000;
/** Longer than in other toasts, because there's no other way to reopen all the follow-ups at once. */
const UNDO_MS = 15_000;
const copy = {
  kept: (count: number) =>
    `${count} ${count === 1 ? 'was left open because a colleague has it' : 'were left open because colleagues have them'}.`,
  left: (count: number) =>
    `${count} more ${count === 1 ? 'is still open. Close again to include it' : 'are still open. Close again to include them'}.`,
} as const;

interface OlderFollowUpsProps {
  count: number;
  /** The time of the earliest call. */
  oldestAt: string | null;
}

/** A collapsed line with the number of follow-ups from before today, and a form that closes the oldest ones in bulk. */
export function OlderFollowUps({ count, oldestAt }: OlderFollowUpsProps): ReactNode {
  const canClose = useHasRole('member');
  return (
    <details className="group border-t pt-2">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-control font-semibold text-fg-muted hover:text-fg pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        <span>
          {`${formatNumber(count)} from before today`}
          {oldestAt !== null && <span className="font-normal">, {`the oldest from ${formatDate(oldestAt)}`}</span>}
        </span>
      </summary>
      <div className="flex flex-wrap items-center gap-3 py-2 pl-6">
        {canClose && <CloseOlderForm />}
        <Link
          to={`${PATHS.followUps}?section=older`}
          className="font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:py-2.5"
        >
          Show them
        </Link>
      </div>
    </details>
  );
}

function CloseOlderForm(): ReactNode {
  const client = useQueryClient();
  const { accountId } = useUser();
  const [today] = useState(() => toLocalDay(Date.now()));
  const [cutoffDay, setCutoffDay] = useState(() => toLocalDay(Date.now() - WEEK_MS));
  const hasFullYear = FULL_YEAR_PATTERN.test(cutoffDay);
  const refetch = (): Promise<void> => client.invalidateQueries({ queryKey: followUpsKey(accountId) });
  const undo = (closingId: string): void =>
    void unwrap(api.DELETE('/api/follow-ups/closings/{closingId}', { params: { path: { closingId } } }))
      .catch((error: unknown) => toastServerMessage(error, FOLLOW_UPS_COPY.failed))
      .then(refetch);
  const close = useMutation({
    mutationFn: () => unwrap(api.POST('/api/follow-ups/closings', { body: { before: cutoffDay } })),
    onSuccess: async ({ id, closed, left, kept }) => {
      await refetch();
      const description = [...(kept > 0 ? [copy.kept(kept)] : []), ...(left > 0 ? [copy.left(left)] : [])].join(' ');
      toast({
        title: closed === 0 ? 'There was nothing to close' : `Closed ${plural(closed, 'follow-up')}`,
        ...(description && { description }),
        ...(closed > 0 && { action: { label: FOLLOW_UPS_COPY.undo, run: () => undo(id) }, durationMs: UNDO_MS }),
      });
    },
    onError: (error) => toastServerMessage(error, FOLLOW_UPS_COPY.failed),
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (hasFullYear && !close.isPending) close.mutate();
      }}
    >
      <label className="flex items-center gap-2 text-fg-muted">
        Before
        <Input
          type="date"
          className="w-auto!"
          max={today}
          value={cutoffDay}
          onChange={({ target }) => setCutoffDay(target.value)}
        />
      </label>
      <Button type="submit" variant="outline" disabled={!hasFullYear} pending={close.isPending} pendingLabel="Closing…">
        {hasFullYear ? `Close all from before ${formatUtcDay(cutoffDay)}` : 'Close them'}
      </Button>
    </form>
  );
}

/** A day in the account's time zone, such as 2026-03-31. */
function toLocalDay(atMs: number): string {
  return toLocalInput(new Date(atMs).toISOString()).slice(0, 'yyyy-mm-dd'.length);
}
