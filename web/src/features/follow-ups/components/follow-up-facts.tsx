import { PhoneIncoming } from 'lucide-react';
import type { ReactNode } from 'react';

import { FOLLOW_UP_KIND_NAMES } from '@ringwell/domain/follow-up';

import type { FollowUp } from '../../../api/types';
import { useNow } from '../../../lib/use-now';
import { callsText } from '../due';
import { partyOf } from '../follow-up-party';
import { Assignee } from './assignee';
import { Quote } from './quote';

interface FollowUpFactsProps {
  followUp: FollowUp;
  /** What can be done about it. */
  children?: ReactNode;
}

/** Why the customer is to be called, and who has it. */
export function FollowUpFacts({ followUp, children }: FollowUpFactsProps): ReactNode {
  const { kind, why, quote, callId } = followUp;
  const calls = callsText(followUp, useNow());
  return (
    <div className="grid gap-1">
      {why !== FOLLOW_UP_KIND_NAMES[kind] && <p className="wrap-anywhere">{why}</p>}
      {quote && <Quote key={`${callId} ${quote.startMs}`} callId={callId} quote={quote} customer={partyOf(followUp)} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Assignee followUp={followUp} />
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
