import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { FollowUpEvent } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import type { CustomerCall } from './customer-calls';
import { eventText } from './event-text';

interface HistoryProps {
  events: readonly FollowUpEvent[];
  /** All calls with the customer. */
  calls: readonly CustomerCall[];
}

/** A follow-up's history, newest entry first. */
export function History({ events, calls }: HistoryProps): ReactNode {
  const findDirection = (callId: string | null): CustomerCall['direction'] =>
    calls.find(({ id }) => id === callId)?.direction ?? null;
  return (
    <ol className="grid gap-4">
      {[...events].reverse().map((event) => (
        <li key={event.id} className="border-l-2 pl-3">
          <p className="wrap-anywhere">
            {eventText(event, event.until && formatDateTime(event.until), findDirection(event.callId))}
          </p>
          {event.note !== null && event.type !== 'assigned' && event.type !== 'corrected' && (
            <p dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere text-fg-muted">
              “{event.note}”
            </p>
          )}
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-fg-subtle">
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            {event.callId !== null && (
              <Link
                to={callPath(event.callId)}
                aria-label={`Open the call from ${formatDateTime(event.at)}`}
                className="font-semibold text-primary underline-offset-4 hover:underline"
              >
                Open the call
              </Link>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
