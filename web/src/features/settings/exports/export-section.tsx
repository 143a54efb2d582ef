import { useQuery, type UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { api, unwrap } from '../../../api/client';
import type { AccountExport, AccountExportList } from '../../../api/types';
import { formatDateTime, formatMegabytes } from '../../../lib/format/format';
import { getQuery } from '../../../lib/queries/get-query';
import { pollWhile } from '../../../lib/queries/poll';
import { useChange } from '../../../lib/queries/use-change';
import { confirmAndDownload } from '../../../lib/session/identity-confirmation';
import { useHasRole, useUser, accountKey } from '../../../lib/session/session';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { Progress } from '../../../ui/feedback/progress';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { useConnection } from '../connections/use-connection';
import { EXPORTS_COPY as COPY } from './exports-copy';

/** Starts an export of everything in the account, and shows the latest export's state. */
export function ExportSection(): ReactNode {
  const canExport = useHasRole('owner');
  const canEmail = useIsEmailAvailable();
  return (
    <section aria-labelledby="export-title" className="grid gap-3 border-t pt-5">
      <h3 id="export-title" className="font-semibold">
        {COPY.title}
      </h3>
      <p>{COPY.text(canEmail)}</p>
      {canExport ? <LatestExport /> : <p className="text-fg-muted">{COPY.ownersOnly}</p>}
    </section>
  );
}

function useIsEmailAvailable(): boolean {
  return useConnection('email')?.unavailable === null;
}

function LatestExport(): ReactNode {
  const { accountId } = useUser();
  const { data, isError, refetch } = useQuery(exportsQuery(accountId));
  if (!data && isError)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>{COPY.loadFailed}</p>
        <Button variant="outline" onClick={() => void refetch()}>
          {COPY.reload}
        </Button>
      </div>
    );
  if (!data) return <Skeleton className="h-16" label={COPY.loading} />;
  const [latest] = data.exports;
  return (
    <div className="grid gap-3">
      <div role="status">{latest && <ExportState latest={latest} />}</div>
      <Actions latest={latest} />
    </div>
  );
}

function ExportState({ latest }: { latest: AccountExport }): ReactNode {
  const { state, failure, totalCalls, bytes, expiresAt } = latest;
  if (isInProgress(latest)) return <ExportProgress latest={latest} />;
  if (state === 'ready')
    return (
      <div className="grid gap-1">
        <p className="font-medium">{COPY.ready(totalCalls, formatMegabytes(bytes ?? 0))}</p>
        {expiresAt !== null && <p className="text-fg-muted">{COPY.expires(formatDateTime(expiresAt))}</p>}
        <RequestedBy latest={latest} />
      </div>
    );
  if (state === 'failed')
    return (
      <div className="grid gap-1">
        <p className="font-medium text-negative">{COPY.failed}</p>
        <p>{failure}</p>
      </div>
    );
  return state in COPY.ended ? <p>{COPY.ended[state as keyof typeof COPY.ended]}</p> : null;
}

// Screen readers don't announce the numbers, because they change every two seconds.
function ExportProgress({ latest }: { latest: AccountExport }): ReactNode {
  const { state, percent, doneCalls, totalCalls } = latest;
  const canEmail = useIsEmailAvailable();
  const step =
    state === 'queued' ? COPY.queued : doneCalls === 0 ? COPY.preparing : COPY.progress(doneCalls, totalCalls);
  return (
    <div className="grid gap-2">
      <div aria-live="off" className="grid gap-2">
        <div className="flex justify-between gap-3 font-medium">
          <span>{step}</span>
          <span className="tabular-nums">{COPY.percent(percent)}</span>
        </div>
        <Progress label={COPY.title} percent={percent} />
      </div>
      <p className="text-fg-muted">{COPY.leave(canEmail)}</p>
      <RequestedBy latest={latest} />
    </div>
  );
}

function RequestedBy({ latest: { requestedAt, requestedBy } }: { latest: AccountExport }): ReactNode {
  return (
    <p className="text-meta wrap-anywhere text-fg-subtle">
      {COPY.requested(formatDateTime(requestedAt), requestedBy ?? COPY.deletedUser)}
    </p>
  );
}

function Actions({ latest }: { latest: AccountExport | undefined }): ReactNode {
  const { accountId } = useUser();
  const start = useStartExport(accountId);
  const isOngoing = latest !== undefined && isInProgress(latest);
  const isReady = latest?.state === 'ready';
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && (
        <ButtonLink href={exportFilePath(latest.id)} download onClick={confirmAndDownload}>
          {COPY.download}
        </ButtonLink>
      )}
      {!isOngoing && (
        <Button
          variant={isReady ? 'outline' : 'primary'}
          pending={start.isPending}
          pendingLabel={COPY.starting}
          onClick={() => start.mutate()}
        >
          {latest?.state === 'failed' ? COPY.retry : latest === undefined ? COPY.start : COPY.startAgain}
        </Button>
      )}
      {(isOngoing || isReady) && <RemoveButton id={latest.id} isReady={isReady} />}
    </div>
  );
}

function RemoveButton({ id, isReady }: { id: string; isReady: boolean }): ReactNode {
  const { accountId } = useUser();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useRemoveExport(accountId);
  const { title, question, pending } = isReady ? COPY.confirmRemove : COPY.confirmCancel;
  const label = isReady ? COPY.remove : COPY.cancel;
  return (
    <>
      <Button variant={isReady ? 'ghost' : 'outline'} onClick={() => setIsConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={title}
        question={question}
        confirmLabel={label}
        pendingLabel={pending}
        tone="danger"
        failure={COPY.removeFailed}
        onConfirm={() => remove.mutateAsync(id)}
      />
    </>
  );
}

const POLL_MS = 2_000;
// Polls even once the file is ready, because other owners may delete it.
const READY_POLL_MS = 60_000;

const exportsQuery = (accountId: string) =>
  getQuery(accountKey(accountId, 'exports'), '/api/my/exports', {
    staleTime: 0,
    refetchInterval: pollWhile(POLL_MS, ({ exports: [latest] }: AccountExportList) => {
      if (!latest) return false;
      if (isInProgress(latest)) return POLL_MS;
      return latest.state === 'ready' && READY_POLL_MS;
    }),
  });

function isInProgress({ state }: AccountExport): boolean {
  return state === 'queued' || state === 'running';
}

const exportFilePath = (id: string): string => `/api/my/exports/${id}/file`;

function useStartExport(accountId: string): UseMutationResult<AccountExport, Error, void> {
  return useChange({
    mutationFn: () => unwrap(api.POST('/api/my/exports')),
    failed: COPY.startFailed,
    refetchAlways: [exportsQuery(accountId).queryKey],
  });
}

/** Cancels an export, or deletes its file. */
function useRemoveExport(accountId: string): UseMutationResult<unknown, Error, string> {
  return useChange({
    mutationFn: (id: string) => api.DELETE('/api/my/exports/{id}', { params: { path: { id } } }),
    refetchAlways: [exportsQuery(accountId).queryKey],
  });
}
