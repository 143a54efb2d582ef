import { PhoneIncoming } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-ups/follow-up';

import type { FollowUp } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { formatRelative } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { lazyArea } from '../../../ui/lazy-part';
import type { PerformAction } from '../actions';
import { callsText } from '../due';
import { followUpName } from '../follow-up-party';
import { FOLLOW_UPS_COPY } from '../follow-ups-copy';
import { Assignee } from './assignee';
import { Quote } from './quote';

// Loaded on demand, because few follow-ups have a promise.
const PromiseLine = lazyArea(async () => (await import('./promise')).PromiseLine);

interface FollowUpFactsProps {
  followUp: FollowUp;
  onAction: PerformAction | undefined;
  children?: ReactNode;
}

/** Shows why to call the customer, and who has taken the follow-up. */
export function FollowUpFacts({ followUp, onAction, children }: FollowUpFactsProps): ReactNode {
  const { kind, why, quote, callId, promise } = followUp;
  const now = useNow();
  const calls = callsText(followUp, now);
  return (
    <div className="grid gap-1">
      {why !== FOLLOW_UP_KIND_NAMES[kind] && (
        <p dir="auto" className="wrap-anywhere">
          {why}
        </p>
      )}
      {quote && (
        <Quote key={`${callId} ${quote.startMs}`} callId={callId} quote={quote} customer={followUpName(followUp)} />
      )}
      {promise !== null && <PromiseLine followUp={followUp} onAction={onAction} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Assignee followUp={followUp} />
          <CallLink followUp={followUp} now={now} />
          {calls !== null && (
            <span className="inline-flex items-center gap-1.5 text-meta font-semibold text-fg">
              <PhoneIncoming aria-hidden className="size-3.5" />
              {calls}
            </span>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}

// A follow-up with several calls links to the deciding one, which isn't necessarily the first.
function CallLink({ followUp, now }: { followUp: FollowUp; now: Date }): ReactNode {
  const { callId, callCount, openedAt } = followUp;
  return (
    <Link
      to={callPath(callId)}
      className="text-meta text-fg-muted underline underline-offset-4 hover:text-fg pointer-coarse:py-2.5"
    >
      {callCount === 1 ? `Call ${formatRelative(openedAt, now).toLowerCase()}` : FOLLOW_UPS_COPY.openCall}
    </Link>
  );
}
