import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { PROMISE_STATE_NAMES, type PromiseState } from '@ringwell/domain/customers/customer';

import type { CustomerDetails } from '../../../api/types';
import { formatDate, formatDateTime } from '../../../lib/format/format';
import { callPath } from '../../../lib/paths';
import { Badge } from '../../../ui/data/badge';
import { CUSTOMERS_COPY } from '../customers-copy';

const TONES = {
  kept: 'plain',
  late: 'warning',
  open: 'primary',
  broken: 'danger',
} as const satisfies Record<PromiseState, string>;

export function Promises({ promises }: { promises: CustomerDetails['promises'] }): ReactNode {
  if (promises.length === 0) return <p className="text-fg-muted">{CUSTOMERS_COPY.promises.none}</p>;
  return (
    <ul className="-my-3 divide-y">
      {promises.map(({ followUpId, callId, what, promisedAt, dueAt, state }) => (
        <li key={followUpId} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-3">
          <Link to={callPath(callId)} dir="auto" className="font-medium underline-offset-4 hover:underline">
            {what ?? `Promised on ${formatDate(promisedAt)}`}
          </Link>
          <Badge tone={TONES[state]}>{PROMISE_STATE_NAMES[state]}</Badge>
          <span className="text-meta text-fg-muted">
            Due <time dateTime={dueAt}>{formatDateTime(dueAt)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
