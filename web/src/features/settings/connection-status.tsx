import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Connection } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { Skeleton } from '../../ui/feedback/skeleton';

/** Of a connection that can be had by buying the add-on. */
export const ADD_ON_MISSING = 'ADD_ON_MISSING';

interface Status {
  Icon: LucideIcon;
  className: string;
  word: string;
  /** What happened, what to do. */
  text?: string;
}

const QUIET = 'text-fg-muted';

interface ConnectionStatusProps {
  /** Undefined while it is not known. */
  connection: Connection | undefined;
}

/** In a word or two how a connection is. */
export function ConnectionStatus({ connection }: ConnectionStatusProps): ReactNode {
  if (connection === undefined) return <Skeleton className="h-5 w-28" label="Loading connection status" />;
  const { Icon, className, word } = statusOf(connection);
  return (
    <span className={`flex items-center gap-2 font-sans text-ui font-semibold ${className}`}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {word}
    </span>
  );
}

/** What happened last on a connection, and what to do. */
export function ConnectionNews({
  connection,
  isOff,
}: ConnectionStatusProps & { /** Its channel is switched off. */ isOff: boolean }): ReactNode {
  const text = connection && statusOf(connection).text;
  const isIdle = isOff && connection?.isConnected;
  if (text === undefined && !isIdle) return null;
  return (
    <div className="grid gap-1">
      {text !== undefined && <p className="wrap-anywhere text-fg-muted">{text}</p>}
      {isIdle && <p className="text-meta text-fg-subtle">Turned off under Notifications.</p>}
    </div>
  );
}

function statusOf({
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
      className: QUIET,
      word: unavailable.code === ADD_ON_MISSING ? 'Not in your plan' : 'Not available',
      text: unavailable.code === ADD_ON_MISSING ? undefined : unavailable.message,
    };
  if (!isConnected) return { Icon: CircleDashed, className: QUIET, word: 'Not connected', text: missing ?? undefined };
  if (error) {
    const text = destinations.length > 1 ? `${error.destination}: ${error.message}` : error.message;
    if (error.isPermanent)
      return {
        Icon: CircleX,
        className: 'text-negative',
        word: 'Problem',
        text: `${text} (${formatDateTime(error.failedAt)})`,
      };
    return {
      Icon: Clock,
      className: 'text-accent-text',
      word: 'Retrying',
      text: `${text} ${pausedUntil === null ? "We'll keep retrying." : `Retrying at ${formatDateTime(pausedUntil)}.`}`,
    };
  }
  if (lastSuccessAt === null)
    return { Icon: CircleCheck, className: QUIET, word: 'Connected', text: 'Nothing sent yet' };
  return {
    Icon: CircleCheck,
    className: 'text-positive',
    word: 'Working',
    text: `Last ${channel === 'servicetitan' ? 'used' : 'sent'} ${formatDateTime(lastSuccessAt)}.`,
  };
}
