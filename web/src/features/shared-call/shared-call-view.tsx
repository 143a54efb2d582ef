import { MapPin, MessageSquare, PhoneCall } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';
import { formatPhone } from '@ringwell/domain/customers/phone';
import { formatTime } from '@ringwell/domain/time';

import type { SharedCall } from '../../api/types';
import { REVIEW_REASON_TEXTS, TRANSCRIPT_UNRELIABLE } from '../../lib/format/call-review';
import { formatDuration } from '../../lib/format/format';
import { ButtonLink } from '../../ui/buttons/button';
import { LabelPill } from '../../ui/data/label-pill';
import { SPEAKERS } from '../calls/components/speakers';
import { sharedAudioPath } from './api';
import { findAddress } from './find-address';

export function SharedCallView({ call, token }: { call: SharedCall; token: string }): ReactNode {
  const { scope, customerName, phone, direction, startedAt, timeZone, durationSeconds, result, transcript } = call;
  const details = [
    phone !== null && formatPhone(phone),
    direction !== null && CALL_DIRECTION_NAMES[direction],
    formatTime(new Date(startedAt), timeZone, 'fullDateTime'),
    durationSeconds !== null && formatDuration(durationSeconds),
  ].filter(Boolean);
  return (
    <article className="grid gap-6 wrap-anywhere">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 tabIndex={-1} className="min-w-0 text-h2 tracking-tight outline-none">
            {scope === 'clip' ? 'Part of a call' : (customerName ?? 'A call')}
          </h1>
          {result && <LabelPill label={result.label} />}
        </div>
        <p className="mt-1.5 text-fg-muted">{details.join(' · ')}</p>
        {result?.reviewReason && <p className="mt-2 font-medium">{REVIEW_REASON_TEXTS[result.reviewReason]}</p>}
        {result?.topic && <p className="mt-2 font-medium">{result.topic}</p>}
        {result?.quotes.map((quote) => (
          <p key={quote} dir="auto" className="mt-2 text-body">
            “{quote}”
          </p>
        ))}
      </header>
      <Actions call={call} />
      {call.hasAudio && <Recording path={sharedAudioPath(token)} />}
      {result && <Result result={result} />}
      {transcript && (
        <section aria-labelledby="transcript">
          <h2 id="transcript" className="text-h3 break-after-avoid">
            Transcript
          </h2>
          {transcript.isUnreliable && <p className="mt-2 font-medium">{TRANSCRIPT_UNRELIABLE}</p>}
          {transcript.speakersGuessed && <p className="mt-2 text-fg-muted">{SPEAKERS_GUESSED}</p>}
          <Lines segments={transcript.segments} />
        </section>
      )}
    </article>
  );
}

// Buttons for a technician on the way to the customer.
function Actions({ call: { phone, result, transcript } }: { call: SharedCall }): ReactNode {
  const address = findAddress([
    ...(result === null ? [] : [result.followUp ?? '', result.summary ?? '', ...result.keyPoints]),
    ...(transcript?.segments.map(({ text }) => text) ?? []),
  ]);
  if (phone === null && address === null) return null;
  return (
    <p className="flex flex-wrap gap-2 max-sm:*:grow print:hidden">
      {phone !== null && (
        <ButtonLink href={`tel:${phone}`}>
          <PhoneCall aria-hidden />
          Call
        </ButtonLink>
      )}
      {phone !== null && (
        <ButtonLink href={`sms:${phone}`} variant="outline" className="not-pointer-coarse:hidden">
          <MessageSquare aria-hidden />
          Text
        </ButtonLink>
      )}
      {address !== null && (
        <ButtonLink
          href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noopener noreferrer"
          variant="outline"
          title={address}
        >
          <MapPin aria-hidden />
          Map
        </ButtonLink>
      )}
    </p>
  );
}

function Recording({ path }: { path: string }): ReactNode {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <section aria-label="Recording" className="print:hidden">
      {hasFailed ? (
        <p role="alert" className="font-medium text-fg-muted">
          The recording can't be played. It may have been deleted.
        </p>
      ) : (
        <audio controls preload="none" src={path} onError={() => setHasFailed(true)} className="w-full" />
      )}
    </section>
  );
}

function Result({
  result: { summary, keyPoints, followUp },
}: {
  result: NonNullable<SharedCall['result']>;
}): ReactNode {
  return (
    <section aria-label="Summary" className="grid gap-3 text-body empty:hidden">
      {summary !== null && (
        <p dir="auto" className="whitespace-pre-line">
          {summary}
        </p>
      )}
      {keyPoints.length > 0 && (
        <ul className="grid list-disc gap-1.5 pl-5">
          {keyPoints.map((point) => (
            <li key={point} dir="auto">
              {point}
            </li>
          ))}
        </ul>
      )}
      {followUp !== null && (
        <p>
          <strong className="font-semibold">Follow-up: </strong>
          <bdi>{followUp}</bdi>
        </p>
      )}
    </section>
  );
}

function Lines({ segments }: { segments: NonNullable<SharedCall['transcript']>['segments'] }): ReactNode {
  return (
    <ol className="mt-3 grid gap-2">
      {segments.map(({ speaker, startMs, text }, index) => (
        <li key={index} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 break-inside-avoid">
          <span>
            <span className="block font-semibold">{SPEAKERS[speaker].name}</span>
            <span className="text-meta text-fg-subtle">{formatDuration(startMs / 1_000)}</span>
          </span>
          <span dir="auto" className="text-body">
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}
