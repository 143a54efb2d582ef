import type { ReactNode } from 'react';

import type { CustomerDetails } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { CUSTOMERS_COPY } from '../customers-copy';

export function Notes({ notes }: { notes: CustomerDetails['notes'] }): ReactNode {
  if (notes.length === 0) return <p className="text-fg-muted">{CUSTOMERS_COPY.notes.none}</p>;
  return (
    <ul className="-my-3 divide-y">
      {notes.map(({ id, at, actor, note }) => (
        <li key={id} className="py-3">
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {note}
          </p>
          <p className="mt-1 text-meta text-fg-subtle">
            {actor !== null && `${actor} · `}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
}
