import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';

import type { CallDelivery } from '../../../api/types';
import { formatDateTime, plural } from '../../../lib/format/format';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { RefreshFailed } from '../../../ui/feedback/empty-state';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { lazyArea } from '../../../ui/lazy-part';
import { deliveriesQuery, useResend, type DeliverySubject } from './api';
import { attemptOutcomeLabel, eventText, resendQuestion, sendButtonLabel, statusAppearance } from './delivery-status';

const ConfirmDialog = lazyArea(async () => (await import('../../../ui/overlays/confirm-dialog')).ConfirmDialog);

/** Messages about a call or a follow-up, refetched when `refreshKey` changes. Members can resend them. */
export function DeliverySection({ subject, refreshKey }: { subject: DeliverySubject; refreshKey: unknown }): ReactNode {
  const user = useUser();
  const { data, isError, refetch } = useQuery(deliveriesQuery(user.accountId, subject));
  useEffect(() => void refetch({ cancelRefetch: false }), [refreshKey, refetch]);
  return (
    <section aria-label="Delivery">
      <h3 className="text-prose">Delivery</h3>
      {isError && data !== undefined && <RefreshFailed onRetry={() => void refetch()} className="mt-3" />}
      {data === undefined ? (
        <div className="mt-3">
          <LoadPlaceholder subject="deliveries" className="h-16" retry={isError && refetch} />
        </div>
      ) : data.length === 0 ? (
        <p className="mt-1 text-fg-muted">
          {subject.kind === 'calls' ? 'No alerts sent for this call' : 'No messages sent about this follow-up'}
        </p>
      ) : (
        <ul className="mt-1 divide-y">
          {data.map((delivery) => (
            <DeliveryRow key={delivery.id} subject={subject} delivery={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface DeliveryProps {
  subject: DeliverySubject;
  delivery: CallDelivery;
}

function DeliveryRow({ subject, delivery }: DeliveryProps): ReactNode {
  const { channel, destination, state, lastError, nextTryAt, sentAt, runNumber, providerRef } = delivery;
  const { label, Icon, className } = statusAppearance(delivery);
  const event = eventText(delivery);
  const details = [
    sentAt !== null && formatDateTime(sentAt),
    nextTryAt !== null && (state === 'retry' || lastError !== null) && `Next attempt ${formatDateTime(nextTryAt)}`,
    runNumber > 1 && `Run ${runNumber}`,
    // An email's message ID, such as <…@example.com>, doesn't help users find it.
    providerRef !== null && channel !== 'email' && `Reference ${providerRef}`,
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <div className="min-w-0 grow">
        <p className="font-semibold">
          {CHANNEL_NAMES[channel]}
          {event !== null && `: ${event}`} <span className={`font-medium ${className}`}>{label}</span>
        </p>
        {destination !== CHANNEL_NAMES[channel] && <p className="wrap-anywhere text-fg-muted">{destination}</p>}
        {lastError !== null && state !== 'sent' && <p className="mt-1">{lastError.message}</p>}
        {details.length > 0 && <p className="mt-0.5 text-meta wrap-anywhere text-fg-subtle">{details.join(' · ')}</p>}
        <Attempts delivery={delivery} />
      </div>
      <ResendButton subject={subject} delivery={delivery} />
    </li>
  );
}

function Attempts({ delivery: { channel, state, attempts, tries } }: { delivery: CallDelivery }): ReactNode {
  if (attempts === 0 || (attempts === 1 && state === 'sent')) return null;
  if (tries.length === 0) return <p className="mt-0.5 text-meta text-fg-subtle">{plural(attempts, 'attempt')}</p>;
  return (
    <details className="mt-0.5 text-meta text-fg-subtle">
      <summary className="w-fit cursor-pointer py-0.5 font-semibold hover:text-fg">
        {plural(attempts, 'attempt')}
      </summary>
      <ol className="mt-1 grid gap-1.5 border-l-2 pl-3">
        {tries.map(({ attempt, startedAt, outcome, error }) => (
          <li key={attempt} value={attempt}>
            <time dateTime={startedAt}>{formatDateTime(startedAt)}</time>: {attemptOutcomeLabel(channel, outcome)}
            {error !== null && <span className="block text-fg">{error.message}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

function ResendButton({ subject, delivery: { id, channel, destination, state } }: DeliveryProps): ReactNode {
  const resend = useResend(subject);
  const [isConfirming, setIsConfirming] = useState(false);
  const canResend = useHasRole('member');
  const label = sendButtonLabel(state);
  if (label === undefined || !canResend) return null;
  const send = (): void => (state === 'sent' ? setIsConfirming(true) : resend.mutate(id));
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        pending={resend.isPending}
        aria-label={`${label}: ${CHANNEL_NAMES[channel]}, ${destination}`}
        onClick={send}
      >
        {label}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          onClose={() => setIsConfirming(false)}
          title="Send again?"
          question={resendQuestion(channel)}
          confirmLabel="Resend"
          pendingLabel="Sending..."
          onConfirm={() => resend.mutateAsync(id)}
        />
      )}
    </>
  );
}
