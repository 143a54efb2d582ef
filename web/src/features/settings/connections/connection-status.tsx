import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ChannelUnavailableCode } from '@ringwell/domain/errors/error-codes';

import type { Connection } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { Skeleton } from '../../../ui/feedback/skeleton';

export const ADD_ON_MISSING = 'ADD_ON_MISSING' satisfies ChannelUnavailableCode;

const UNAVAILABLE_LABELS: Record<ChannelUnavailableCode, string> = {
  ADD_ON_MISSING: 'Not in your plan',
  MAIL_UNAVAILABLE: 'Not available',
  SERVICETITAN_UNAVAILABLE: 'Not available',
};

interface Status {
  Icon: LucideIcon;
  className: string;
  label: string;
  text?: string;
}

const MUTED_CLASS = 'text-fg-muted';

interface ConnectionStatusProps {
  connection: Connection | undefined;
}

export function ConnectionStatus({ connection }: ConnectionStatusProps): ReactNode {
  if (connection === undefined) return <Skeleton className="h-5 w-28" label="Loading connection status" />;
  const { Icon, className, label } = getStatus(connection);
  return (
    <span className={`flex items-center gap-2 font-sans text-ui font-semibold ${className}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
    </span>
  );
}

export function ConnectionDetails({ connection, isOff }: ConnectionStatusProps & { isOff: boolean }): ReactNode {
  const text = connection && getStatus(connection).text;
  const isIdle = isOff && connection?.isConnected;
  if (text === undefined && !isIdle) return null;
  return (
    <div className="grid gap-1">
      {text !== undefined && <p className="wrap-anywhere text-fg-muted">{text}</p>}
      {isIdle && <p className="text-meta text-fg-subtle">Turned off under Notifications.</p>}
    </div>
  );
}

function getStatus({
  unavailable,
  isConnected,
  missing,
  error,
  destinations,
  pausedUntil,
  lastSuccessAt,
  channel,
}: Connection): Status {
  if (unavailable)
    return {
      Icon: CircleAlert,
      className: MUTED_CLASS,
      label: UNAVAILABLE_LABELS[unavailable.code],
      text: unavailable.code === ADD_ON_MISSING ? undefined : unavailable.message,
    };
  if (!isConnected)
    return { Icon: CircleDashed, className: MUTED_CLASS, label: 'Not connected', text: missing ?? undefined };
  if (error) {
    const text = destinations.length > 1 ? `${error.destination}: ${error.message}` : error.message;
    if (error.isPermanent)
      return {
        Icon: CircleX,
        className: 'text-negative',
        label: 'Problem',
        text: `${text} (${formatDateTime(error.failedAt)})`,
      };
    return {
      Icon: Clock,
      className: 'text-accent-text',
      label: 'Retrying',
      text: `${text} ${pausedUntil === null ? "We'll keep retrying." : `Retrying at ${formatDateTime(pausedUntil)}.`}`,
    };
  }
  if (lastSuccessAt === null)
    return {
      Icon: CircleDashed,
      className: MUTED_CLASS,
      label: 'Saved, not tested yet',
      text: 'Send a test message to make sure it works.',
    };
  return {
    Icon: CircleCheck,
    className: 'text-positive',
    label: 'Connected',
    text: `Last ${channel === 'servicetitan' ? 'used' : 'sent'} ${formatDateTime(lastSuccessAt)}.`,
  };
}
