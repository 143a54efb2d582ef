import { useQueryClient } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';

import { PERSON_WRITER } from '@ringwell/domain/calls/analysis';
import { engineName } from '@ringwell/domain/calls/engine-name';

import type { FullCall } from '../../../api/types';
import { formatDateTime, formatPercent } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { lazyArea } from '../../../ui/lazy-part';
import { transcriptQuery } from './api';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { DetailRow } from './detail-row';
import { Reprocess } from './reprocess';

const ServiceTitanRows = lazyArea(async () => (await import('./service-titan-rows')).ServiceTitanRows);

export function MetadataSection({ call }: { call: FullCall }): ReactNode {
  const print = usePrint(call);
  const { record, leadCallId, jobId, engines, transcriptQuality, links } = call;
  const writer = call.result?.writer ?? null;
  const quality = CALL_DETAILS_COPY.quality[transcriptQuality?.level ?? 'unknown'];
  const rows = [
    record && { term: 'Account', text: record.databaseDisplayName },
    leadCallId !== null && { term: 'Lead call', text: leadCallId },
    jobId !== null && { term: 'Job', text: jobId },
    { term: 'Received', text: formatDateTime(call.receivedAt) },
    engines && { term: 'Transcribed by', text: engineName(engines.transcription) },
    engines && {
      term: 'Transcript quality',
      text: quality.name + (transcriptQuality ? ` (${formatPercent(transcriptQuality.score)})` : ''),
      note: quality.text,
    },
    engines && { term: 'Judged by', text: engineName(engines.analysis) },
    writer !== null && writer !== PERSON_WRITER && { term: 'Summarized by', text: engineName(writer) },
  ].filter((row) => row !== false && row !== null);
  return (
    <section aria-label="Details">
      <h3 className="text-prose">Details</h3>
      <dl className="mt-2 grid gap-1.5">
        {rows.map((row) => (
          <DetailRow key={row.term} {...row} />
        ))}
        {call.source === 'servicetitan' && <ServiceTitanRows call={call} />}
      </dl>
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
        <Button variant="outline" size="sm" onClick={() => void print()}>
          <Printer aria-hidden />
          Print
        </Button>
        <Reprocess call={call} />
      </div>
    </section>
  );
}

// The printout includes the transcript, which may not be loaded yet. If loading fails, the rest is printed.
function usePrint({ id, resultRunNumber, links }: FullCall): () => Promise<void> {
  const client = useQueryClient();
  const user = useUser();
  return async () => {
    if (links.transcript !== null)
      await client.ensureQueryData(transcriptQuery(user.accountId, id, resultRunNumber)).catch(() => undefined);
    window.print();
  };
}
