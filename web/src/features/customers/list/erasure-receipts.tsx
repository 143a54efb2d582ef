import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Erasure } from '../../../api/types';
import { formatDateTime, plural } from '../../../lib/format/format';
import { useHasRole, useUser } from '../../../lib/session/session';
import { Card } from '../../../ui/layout/card';
import { erasuresQuery } from '../api';
import { CUSTOMERS_COPY } from '../customers-copy';

const COPY = CUSTOMERS_COPY.receipts;

/** Erasure receipts, for owners. Renders nothing if there are none. */
export function ErasureReceipts(): ReactNode {
  const { accountId } = useUser();
  const canErase = useHasRole('owner');
  const { data } = useQuery({ ...erasuresQuery(accountId), enabled: canErase });
  if (!canErase || !data || data.erasures.length === 0) return null;
  return (
    <Card title={COPY.title} subtitle={COPY.text}>
      <ul aria-label={COPY.title} className="grid gap-3">
        {data.erasures.map((erasure) => (
          <Receipt key={erasure.id} erasure={erasure} />
        ))}
      </ul>
    </Card>
  );
}

function Receipt({ erasure }: { erasure: Erasure }): ReactNode {
  const { id, kind, requestedAt, requestedBy, calls, erasedCalls, notesRemoved, finishedAt } = erasure;
  return (
    <li className="grid gap-0.5">
      <p className="font-medium">
        {COPY.kinds[kind]}: {finishedAt === null ? COPY.progress(erasedCalls, calls) : plural(calls, 'call')}
      </p>
      <p className="text-meta wrap-anywhere text-fg-subtle">
        {COPY.requested(formatDateTime(requestedAt), requestedBy ?? COPY.deletedUser)}
        {finishedAt !== null && ` ${COPY.finished(formatDateTime(finishedAt))}`} {COPY.number(id)}
      </p>
      {notesRemoved !== null && <p className="text-meta">{notesRemoved ? COPY.notes.removed : COPY.notes.kept}</p>}
    </li>
  );
}
