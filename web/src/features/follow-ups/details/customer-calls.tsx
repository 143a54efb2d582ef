import type { ReactNode } from 'react';

import type { FollowUpDetails } from '../../../api/types';
import { labelByName } from '../../../lib/format/label-by-name';
import { toSingleLine } from '../../../lib/format/single-line';
import { Badge } from '../../../ui/data/badge';
import { LabelPill } from '../../../ui/data/label-pill';
import { CallFacts, CallLink } from '../../calls/components/call-line';

export type CustomerCall = FollowUpDetails['calls'][number];

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

function CallLine({ call }: { call: CustomerCall }): ReactNode {
  const { id, startedAt, direction, durationSeconds, label, summary, agentName, isPartOfThis } = call;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CallLink id={id} direction={direction} at={startedAt} />
        {isPartOfThis && <Badge tone="primary">This follow-up</Badge>}
        <span className="ml-auto">{label !== null && <LabelPill label={labelByName(label)} />}</span>
      </div>
      {summary !== null && <p className="mt-1 line-clamp-3 text-fg-muted">{toSingleLine(summary)}</p>}
      <CallFacts agentName={agentName} durationSeconds={durationSeconds} />
    </>
  );
}
