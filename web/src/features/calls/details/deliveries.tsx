import { useQuery } from '@tanstack/react-query';
import { BellOff, CircleCheck, CircleHelp, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { DeliveryChannelName, DeliveryState } from '@ringwell/domain/delivery';

import type { CallDelivery } from '../../../api/types';
import { formatDateTime, plural } from '../../../lib/format';
import { useUser } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { LoadFailed } from '../../../ui/empty-state';
import { Skeleton } from '../../../ui/skeleton';
import { deliveriesQuery, useResend } from '../api';

const CHANNELS: Record<DeliveryChannelName, string> = {
  servicetitan: 'ServiceTitan note', slack: 'Slack', teams: 'Microsoft Teams', google_chat: 'Google Chat', email: 'Email', callback: 'Callback',
};

interface Look {
  word: string;
  Icon: LucideIcon;
  className: string;
}

const GOOD = 'text-positive';
const BAD = 'text-negative';
const WAITING = 'text-fg-muted';

const STATES: Record<DeliveryState, Look> = {
  pending: { word: 'Waiting', Icon: Clock, className: WAITING },
  sending: { word: 'Sending', Icon: LoaderCircle, className: WAITING },
  sent: { word: 'Sent', Icon: CircleCheck, className: GOOD },
  retry: { word: 'Trying again', Icon: Clock, className: WAITING },
  unknown: { word: 'Not sure yet whether it arrived', Icon: CircleHelp, className: WAITING },
  verifying: { word: 'Checking whether it arrived', Icon: LoaderCircle, className: WAITING },
  failed: { word: 'Failed', Icon: CircleX, className: BAD },
  dead: { word: 'Given up', Icon: CircleX, className: BAD },
  suppressed: { word: 'Not wanted by the receiver', Icon: BellOff, className: WAITING },
};

/** The API sends these again; the others are on their way. */
const RESENDABLE: readonly DeliveryState[] = ['sent', 'retry', 'failed', 'dead'];

/** Where the result of a call went, and what became of it. */
export function DeliverySection({ callId }: { callId: string }): ReactNode {
  const user = useUser();
  const { data, isError, refetch } = useQuery(deliveriesQuery(user.id, callId));
  return (
    <section aria-label="Delivery">
      <h3 className="text-prose">Delivery</h3>
      {data === undefined
        ? <div className="mt-3">{isError ? <LoadFailed what="the deliveries" onRetry={() => void refetch()} /> : <Skeleton className="h-16" label="Loading the deliveries" />}</div>
        : data.length === 0 ? <p className="mt-1 text-fg-muted">Nothing was sent about this call.</p> : (
          <ul className="mt-1 divide-y">{data.map((delivery) => <DeliveryRow key={delivery.id} callId={callId} delivery={delivery} />)}</ul>
        )}
    </section>
  );
}

function DeliveryRow({ callId, delivery }: { callId: string; delivery: CallDelivery }): ReactNode {
  const resend = useResend(callId);
  const { id, channel, destination, state, attempts, lastError, nextTryAt, sentAt, runNumber } = delivery;
  const { word, Icon, className } = STATES[state];
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{CHANNELS[channel]} <span className={`font-medium ${className}`}>{word}</span></p>
        <p className="break-words text-fg-muted">{destination}</p>
        {lastError !== null && state !== 'sent' && <p className="mt-1">{lastError.message}</p>}
        <p className="mt-0.5 text-meta text-fg-subtle">
          {[
            sentAt !== null && formatDateTime(sentAt),
            nextTryAt !== null && state === 'retry' && `Next try ${formatDateTime(nextTryAt)}`,
            attempts > 1 && plural(attempts, 'attempt'),
            runNumber > 1 && `Run ${runNumber}`,
          ].filter(Boolean).join(' · ')}
        </p>
      </div>
      {RESENDABLE.includes(state) && (
        <Button variant="outline" size="sm" pending={resend.isPending} aria-label={`Resend to ${CHANNELS[channel]}, ${destination}`} onClick={() => resend.mutate(id)}>Resend</Button>
      )}
    </li>
  );
}
