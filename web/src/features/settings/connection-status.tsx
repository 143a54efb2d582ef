import { CircleAlert, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Connection } from '../../api/types';
import { formatDateTime } from '../../lib/format';
import { Skeleton } from '../../ui/skeleton';

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

/** One line on how a connection is. */
export function ConnectionStatus({ connection }: { /** Undefined while it is not known. */ connection: Connection | undefined }): ReactNode {
  if (connection === undefined) return <Skeleton className="h-5 w-56" label="Loading the state of the connection" />;
  const { Icon, className, word, text } = statusOf(connection);
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <span className="min-w-0 wrap-anywhere"><span className={`font-semibold ${className}`}>{word}</span>{text !== undefined && <span className="text-fg-muted"> {text}</span>}</span>
    </p>
  );
}

function statusOf({ unavailable, isConnected, missing, error, destinations, pausedUntil, lastSuccessAt, channel }: Connection): Status {
  if (unavailable) return { Icon: CircleAlert, className: QUIET, word: unavailable.code === ADD_ON_MISSING ? 'Not in your plan.' : 'Not available.', text: unavailable.code === ADD_ON_MISSING ? undefined : unavailable.message };
  if (!isConnected) return { Icon: CircleDashed, className: QUIET, word: 'Not connected.', text: missing ?? undefined };
  if (error) {
    const text = destinations.length > 1 ? `${error.destination}: ${error.message}` : error.message;
    if (error.isPermanent) return { Icon: CircleX, className: 'text-negative', word: 'Problem.', text: `${text} (${formatDateTime(error.failedAt)})` };
    return { Icon: Clock, className: 'text-accent-text', word: 'Having trouble.', text: `${text} ${pausedUntil === null ? 'What waits is tried again by itself.' : `Trying again at ${formatDateTime(pausedUntil)}.`}` };
  }
  if (lastSuccessAt === null) return { Icon: CircleCheck, className: QUIET, word: 'Connected.', text: 'Nothing was sent yet.' };
  return { Icon: CircleCheck, className: 'text-positive', word: 'Working.', text: `Last ${channel === 'servicetitan' ? 'used' : 'sent'} ${formatDateTime(lastSuccessAt)}.` };
}
