import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';

import { formatCallNote } from '@ringwell/domain/calls/call-note';
import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';
import { formatPhone } from '@ringwell/domain/customers/phone';

import type { FullCall, Transcript } from '../../../api/types';
import { TRANSCRIPT_UNRELIABLE } from '../../../lib/format/call-review';
import { formatDateTime, formatDuration } from '../../../lib/format/format';
import { useUser } from '../../../lib/session/session';
import { getNoteCaller, otherParty } from '../call-party';
import { SPEAKERS } from '../components/speakers';
import { transcriptQuery } from './api';

export function Printout({ call }: { call: FullCall }): ReactNode {
  const user = useUser();
  const isPrinting = useIsPrinting();
  // Preloaded, because the browser's print event doesn't wait.
  const { data } = useQuery({
    ...transcriptQuery(user.accountId, call.id, call.resultRunNumber),
    enabled: call.links.transcript !== null,
  });
  return isPrinting ? createPortal(<PrintedCall call={call} transcript={data} />, document.body) : null;
}

function PrintedCall({ call, transcript }: { call: FullCall; transcript: Transcript | undefined }): ReactNode {
  const { title, phone } = otherParty(call);
  const { result, durationSeconds, transcriptQuality } = call;
  const details = [
    phone !== null && title !== formatPhone(phone) && formatPhone(phone),
    formatDateTime(call.startedAt ?? call.receivedAt),
    durationSeconds !== null && formatDuration(durationSeconds),
  ].filter(Boolean);
  return (
    <article data-printout className="text-ui [&_h2]:break-after-avoid">
      <h1 className="text-h3">{title}</h1>
      <p className="mt-1">{details.join(' · ')}</p>
      {result && (
        <p className="mt-4 whitespace-pre-line">
          {formatCallNote(
            { ...result, isCorrected: call.correction !== null },
            getNoteCaller(call),
            undefined,
            call.agentName,
          )}
        </p>
      )}
      {transcript && (
        <>
          <h2 className="mt-6 mb-2 text-prose">Transcript</h2>
          {transcriptQuality?.level === 'poor' && <p className="mb-2">{TRANSCRIPT_UNRELIABLE}</p>}
          {transcript.speakersGuessed && <p className="mb-2">{SPEAKERS_GUESSED}</p>}
          <table className="w-full text-left">
            <thead className="sr-only">
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Speaker</th>
                <th scope="col">Text</th>
              </tr>
            </thead>
            <tbody>
              {transcript.segments.map(({ speaker, startMs, text }, index) => (
                <tr key={index} className="break-inside-avoid align-top">
                  <td className="w-14 py-0.5">{formatDuration(startMs / 1_000)}</td>
                  <td className="w-20 py-0.5 font-semibold">{SPEAKERS[speaker].name}</td>
                  <td dir="auto" className="py-0.5">
                    {text}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </article>
  );
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const startPrinting = (): void => flushSync(() => setIsPrinting(true)); // the browser prints right after the event
    const endPrinting = (): void => setIsPrinting(false);
    window.addEventListener('beforeprint', startPrinting);
    window.addEventListener('afterprint', endPrinting);
    return () => {
      window.removeEventListener('beforeprint', startPrinting);
      window.removeEventListener('afterprint', endPrinting);
    };
  }, []);
  return isPrinting;
}
