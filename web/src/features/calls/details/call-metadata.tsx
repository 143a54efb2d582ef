import { Download, Printer, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { isFinalCallState } from '@ringwell/domain/call';

import type { FullCall } from '../../../api/types';
import { formatDateTime } from '../../../lib/format';
import { useUser } from '../../../lib/session';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { LazyPart, lazyPart } from '../../../ui/lazy-part';
import { useReprocess } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/overlays/confirm-dialog')).ConfirmDialog);

export function MetadataSection({ call }: { call: FullCall }): ReactNode {
  const { record, leadCallId, jobId, engines, links } = call;
  const rows = [
    record && { term: 'Account', text: record.databaseDisplayName },
    leadCallId !== null && { term: 'Lead call', text: leadCallId },
    jobId !== null && { term: 'Job', text: jobId },
    record && { term: 'Received', text: formatDateTime(record.storedAt) },
    engines && { term: 'Transcribed by', text: engines.transcription },
    engines && { term: 'Summarized by', text: engines.analysis },
  ].filter((row) => row !== false && row !== null);
  return (
    <section aria-label="Details">
      <h3 className="text-prose">Details</h3>
      {rows.length > 0 && (
        <dl className="mt-2 grid gap-1.5">
          {rows.map(({ term, text }) => (
            <div key={term} className="flex justify-between gap-4">
              <dt className="text-fg-muted">{term}</dt>
              <dd className="min-w-0 text-right break-words">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {links.audio !== null && (
          <ButtonLink href={links.audio} download variant="outline" size="sm">
            <Download aria-hidden />
            Recording
          </ButtonLink>
        )}
        {links.transcript !== null && (
          <ButtonLink href={`${links.transcript}?format=text`} download variant="outline" size="sm">
            <Download aria-hidden />
            Transcript
          </ButtonLink>
        )}
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Reprocess call={call} />
      </div>
    </section>
  );
}

// Only for finished calls whose recording and transcript are still stored, in active accounts.
function Reprocess({
  call: { id, state, source, recordingExpiredAt, transcriptExpiredAt },
}: {
  call: FullCall;
}): ReactNode {
  const { status } = useUser();
  const [isConfirming, setIsConfirming] = useState(false);
  const reprocess = useReprocess();
  const isComplete = recordingExpiredAt === null && transcriptExpiredAt === null;
  if (!isFinalCallState(state) || !isComplete || source === 'demo' || status !== 'active') return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsConfirming(true)}>
        <RefreshCw aria-hidden />
        Reprocess
      </Button>
      {isConfirming && (
        <LazyPart onClose={() => setIsConfirming(false)}>
          <ConfirmDialog
            open
            onOpenChange={setIsConfirming}
            title="Reprocess"
            question={CALL_DETAILS_COPY.reprocess.question}
            confirmLabel="Reprocess"
            pendingLabel="Reprocessing…"
            onConfirm={() => reprocess.mutateAsync(id)}
          />
        </LazyPart>
      )}
    </>
  );
}
