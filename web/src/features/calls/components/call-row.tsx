import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';

import type { CallTime } from '@ringwell/domain/calls/call';
import { formatPhone } from '@ringwell/domain/customers/phone';

import type { CallSummary } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { guessText } from '../../../lib/format/call-review';
import { formatDateTime, formatDuration, formatRelative } from '../../../lib/format/format';
import { toSingleLine } from '../../../lib/format/single-line';
import { cx } from '../../../ui/cx';
import { ROW_CLASSES, RowCells } from '../../../ui/data/row-list';
import { Tooltip } from '../../../ui/overlays/tooltip';
import { otherParty } from '../call-party';
import { CallStatePill } from './call-state-pill';
import { Flags } from './flags';

/** Classes for the link or button around a row. */
export const CLICKABLE_ROW_CLASSES = cx(
  ROW_CLASSES,
  'min-h-11 w-full rounded-control px-3 py-1.5 text-left -outline-offset-2 transition-colors hover:bg-sunken',
);

const getDisplayedTime = ({ startedAt, receivedAt }: CallSummary, time: CallTime): string =>
  time === 'receivedAt' ? receivedAt : (startedAt ?? receivedAt);

interface CallRowProps {
  call: CallSummary;
  /** The time to display. */
  time?: CallTime;
  /** Replaces the summary. */
  preview?: ReactNode;
  /**
   * Whether a link or button surrounds the row. Screen readers then use a short name, such as `Karen Voss, Negative, 2
   * days ago`, because the whole row would be too long.
   */
  isControl?: boolean;
}

export function CallRow({
  call,
  time = 'startedAt',
  preview = previewText(call),
  isControl = false,
}: CallRowProps): ReactNode {
  const ariaHidden = isControl || undefined;
  const srOnlyComma = isControl && <span className="sr-only">, </span>;
  const { agentName, direction, durationSeconds } = call;
  const { title, phone } = otherParty(call);
  const guess = call.state === 'completed' ? guessText(call) : null;
  const Direction = direction === 'outbound' ? PhoneOutgoing : PhoneIncoming;
  return (
    <RowCells
      name={
        <>
          {direction && (
            <>
              <Direction aria-hidden className="size-3.5 shrink-0 text-fg-subtle" />
              <span aria-hidden={ariaHidden} className="sr-only">
                {direction === 'outbound' ? 'Outbound: ' : 'Inbound: '}
              </span>
            </>
          )}
          <span className="truncate font-semibold">
            {title}
            {srOnlyComma}
          </span>
          {phone !== null && title !== formatPhone(phone) && (
            <span aria-hidden={ariaHidden} className="shrink-0 text-meta text-fg-subtle @max-5xl:hidden">
              {formatPhone(phone)}
            </span>
          )}
        </>
      }
      mark={
        <>
          <span className="inline-flex items-center gap-1">
            <CallStatePill call={call} />
            <Flags flags={call.flags} isIcon />
          </span>
          {srOnlyComma}
        </>
      }
      text={
        <span aria-hidden={ariaHidden}>
          {call.correction !== null && <span className="font-semibold">Corrected. </span>}
          {guess !== null && <span className="font-semibold">{guess}. </span>}
          {preview}
        </span>
      }
      meta={
        <>
          {agentName !== null && (
            <span aria-hidden={ariaHidden} className="@max-4xl:hidden">
              <span className="sr-only">Agent </span>
              {agentName}
              <Dot />
            </span>
          )}
          {durationSeconds !== null && (
            <span aria-hidden={ariaHidden} className="@max-2xl:hidden">
              <span className="sr-only">Length </span>
              {formatDuration(durationSeconds)}
              <Dot />
            </span>
          )}
          {time === 'receivedAt' && 'Arrived '}
          <RelativeTime iso={getDisplayedTime(call, time)} />
        </>
      }
    />
  );
}

function Dot(): ReactNode {
  return (
    <span aria-hidden className="px-1.5">
      ·
    </span>
  );
}

function previewText({ state, summary, skipMessage, error }: CallSummary): string {
  switch (state) {
    case 'completed':
      return toSingleLine(summary ?? '');
    case 'skipped':
      return skipMessage ?? '';
    case 'failed':
    case 'timed_out':
      return error?.message ?? "This call couldn't be processed.";
    case 'received':
      return 'Waiting for the recording';
    case 'queued':
    case 'released':
      return 'In line';
    case 'running':
      return 'Transcribing and summarizing…';
  }
}

function RelativeTime({ iso }: { iso: string }): ReactNode {
  const now = useNow();
  return (
    <Tooltip text={formatDateTime(iso)}>
      <time dateTime={iso} className="whitespace-nowrap">
        {formatRelative(iso, now)}
      </time>
    </Tooltip>
  );
}
