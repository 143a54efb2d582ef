import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CUSTOMER_RISK_NAMES } from '@ringwell/domain/customer';

import type { Customer } from '../../../api/types';
import { formatDateTime, formatNumber, formatRelative } from '../../../lib/format';
import { customerPath } from '../../../lib/paths';
import { useNow } from '../../../lib/use-now';
import { Badge } from '../../../ui/data/badge';
import { LabelPill } from '../../../ui/data/label-pill';
import { SnoozedBadge } from '../../follow-ups/components/snoozed-badge';
import { customerName, otherNumbers } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';
import { labelNamed } from '../label-named';

/** The link covers the row, so that its name stays short. */
export function CustomerRow({ customer }: { customer: Customer }): ReactNode {
  const { id, label, lastCalledAt, recentCalls, risks, followUpId, snoozedUntil } = customer;
  const now = useNow();
  return (
    <div className="relative grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-control px-3 py-3.5 transition-colors hover:bg-sunken">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={customerPath(id)}
          className="truncate text-body font-semibold after:absolute after:inset-0 after:rounded-control"
        >
          {customerName(customer)}
        </Link>
        <span className="text-fg-subtle">{otherNumbers(customer).join(', ')}</span>
        {snoozedUntil !== null && <SnoozedBadge until={snoozedUntil} now={now} />}
        {followUpId !== null && snoozedUntil === null && <Badge tone="primary">{CUSTOMERS_COPY.waiting}</Badge>}
      </span>
      {label === null ? (
        <span />
      ) : (
        <span className="flex items-center gap-2">
          <span className="text-meta text-fg-subtle max-sm:sr-only">{CUSTOMERS_COPY.lastCall}</span>
          <LabelPill label={labelNamed(label)} />
        </span>
      )}
      <span className="min-w-0 text-fg-muted">
        {risks.length > 0 && (
          <span className="inline-flex items-start gap-1.5 font-medium text-fg">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-negative" />
            <span>
              <span className="sr-only">{CUSTOMERS_COPY.atRisk}: </span>
              {risks.map(({ kind }) => CUSTOMER_RISK_NAMES[kind]).join(', ')}
            </span>
          </span>
        )}
      </span>
      <span className="self-start text-right text-meta leading-5 text-fg-subtle">
        {recentCalls > 0 && `${callsText(recentCalls)} · `}
        {lastCalledAt !== null && (
          <time dateTime={lastCalledAt} title={formatDateTime(lastCalledAt)} className="whitespace-nowrap">
            {formatRelative(lastCalledAt, now)}
          </time>
        )}
      </span>
    </div>
  );
}

// The API counts no further.
const MAX_COUNTED = 500;

/** Calls in 90 days. */
export function callsText(calls: number): string {
  const count = calls >= MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(calls);
  return `${count} call${calls === 1 ? '' : 's'} in 90 days`;
}
