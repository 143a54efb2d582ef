import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';

import type { CallSummary } from '../../../api/types';
import { formatDateTime, formatDuration, spokenDuration } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';

/** A link to a call, with its direction and time. */
export function CallLink({ id, direction, at }: Pick<CallSummary, 'id' | 'direction'> & { at: string }): ReactNode {
  const Direction = direction === 'outbound' ? PhoneOutgoing : PhoneIncoming;
  return (
    <Link
      to={callPath(id)}
      className="inline-flex items-center gap-2 font-semibold underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      {direction !== null && <Direction aria-hidden className="size-3.5 shrink-0 text-fg-subtle" />}
      {direction !== null && <span className="sr-only">{CALL_DIRECTION_NAMES[direction]}: </span>}
      <time dateTime={at}>{formatDateTime(at)}</time>
    </Link>
  );
}

export function CallFacts({
  agentName,
  durationSeconds,
}: Pick<CallSummary, 'agentName' | 'durationSeconds'>): ReactNode {
  return (
    <p className="mt-1 text-meta text-fg-subtle">
      {agentName !== null && `Agent: ${agentName}`}
      {agentName !== null && durationSeconds !== null && ' · '}
      {durationSeconds !== null && (
        <>
          <span aria-hidden>{formatDuration(durationSeconds)}</span>
          <span className="sr-only">{spokenDuration(durationSeconds)}</span>
        </>
      )}
    </p>
  );
}
