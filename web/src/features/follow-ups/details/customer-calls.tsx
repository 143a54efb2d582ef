import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CALL_DIRECTION_NAMES } from '@ringwell/domain/calls/call';
import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import type { FollowUpDetails } from '../../../api/types';
import { formatDateTime, formatDuration, spokenDuration } from '../../../lib/format/format';
import { toSingleLine } from '../../../lib/format/one-line';
import { callPath } from '../../../lib/paths';
import { Badge } from '../../../ui/data/badge';
import { LabelPill } from '../../../ui/data/label-pill';

export type CustomerCall = FollowUpDetails['calls'][number];

/** Calls with a customer, newest first. */
export function CustomerCalls({ calls }: { calls: readonly CustomerCall[] }): ReactNode {
  if (calls.length === 0) return <p className="text-fg-muted">The calls have been deleted.</p>;
  return (
    <ul className="-my-3 divide-y">
      {calls.map((call) => (
        <li key={call.id} className="py-3">
          <CallLine call={call} />
        </li>
      ))}
    </ul>
  );
}

function labelByName(name: string): CallLabel | undefined {
  return CALL_LABELS.find((label) => CALL_LABEL_NAMES[label] === name);
}

function CallLine({ call }: { call: CustomerCall }): ReactNode {
  const { id, startedAt, direction, durationSeconds, label, summary, agentName, isPartOfThis } = call;
  const Direction = direction === 'outbound' ? PhoneOutgoing : PhoneIncoming;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={callPath(id)}
          className="inline-flex items-center gap-2 font-semibold underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          {direction !== null && <Direction aria-hidden className="size-3.5 shrink-0 text-fg-subtle" />}
          {direction !== null && <span className="sr-only">{CALL_DIRECTION_NAMES[direction]}: </span>}
          <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>
        </Link>
        {isPartOfThis && <Badge tone="primary">This follow-up</Badge>}
        <span className="ml-auto">{label !== null && <LabelPill label={labelByName(label)} />}</span>
      </div>
      {summary !== null && <p className="mt-1 line-clamp-3 text-fg-muted">{toSingleLine(summary)}</p>}
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
    </>
  );
}
