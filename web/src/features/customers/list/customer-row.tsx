import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { CUSTOMER_RISK_NAMES } from '@ringwell/domain/customers/customer';

import type { Customer } from '../../../api/types';
import { useNow } from '../../../lib/browser/use-now';
import { formatDateTime, formatNumber, formatRelative } from '../../../lib/format/format';
import { labelByName } from '../../../lib/format/label-by-name';
import { customerPath } from '../../../lib/paths';
import { cx } from '../../../ui/cx';
import { Badge } from '../../../ui/data/badge';
import { LabelPill } from '../../../ui/data/label-pill';
import { ROW_CLASSES, RowCells } from '../../../ui/data/row-list';
import { SnoozedBadge } from '../../follow-ups/components/snoozed-badge';
import { customerName, otherNumbers } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';

/** The link covers the whole row, but its text is only the customer's name. */
export function CustomerRow({ customer }: { customer: Customer }): ReactNode {
  const { id, label, lastCalledAt, recentCalls, risks, followUpId, snoozedUntil } = customer;
  const now = useNow();
  return (
    <div className={cx(ROW_CLASSES, 'relative min-h-11 rounded-control px-3 py-1.5 transition-colors hover:bg-sunken')}>
      <RowCells
        name={
          <>
            <Link
              to={customerPath(id)}
              className="static truncate font-semibold after:absolute after:inset-0 after:rounded-control"
            >
              {customerName(customer)}
            </Link>
            <span className="truncate text-meta text-fg-subtle @max-5xl:hidden">
              {otherNumbers(customer).join(', ')}
            </span>
          </>
        }
        mark={
          label !== null && (
            <span className="inline-flex items-center gap-2">
              <span className="text-meta text-fg-subtle @max-5xl:sr-only">Last call</span>
              <LabelPill label={labelByName(label)} />
            </span>
          )
        }
        text={
          <span className="flex items-center gap-2">
            {snoozedUntil !== null && <SnoozedBadge until={snoozedUntil} now={now} />}
            {followUpId !== null && snoozedUntil === null && <Badge tone="primary">{CUSTOMERS_COPY.waiting}</Badge>}
            {risks.length > 0 && (
              <span className="truncate font-medium text-fg">
                <TriangleAlert aria-hidden className="mr-1.5 inline-block size-4 align-text-bottom text-negative" />
                <span className="sr-only">{CUSTOMERS_COPY.atRisk}: </span>
                {risks.map(({ kind }) => CUSTOMER_RISK_NAMES[kind]).join(', ')}
              </span>
            )}
          </span>
        }
        meta={
          <>
            {recentCalls > 0 && <span className="@max-2xl:hidden">{`${callsText(recentCalls)} · `}</span>}
            {lastCalledAt !== null && (
              <time dateTime={lastCalledAt} title={formatDateTime(lastCalledAt)} className="whitespace-nowrap">
                {formatRelative(lastCalledAt, now)}
              </time>
            )}
          </>
        }
      />
    </div>
  );
}

// The API doesn't count beyond this.
const MAX_COUNTED_CALLS = 500;

export function callsText(calls: number): string {
  const count = calls >= MAX_COUNTED_CALLS ? `${formatNumber(MAX_COUNTED_CALLS)}+` : formatNumber(calls);
  return `${count} call${calls === 1 ? '' : 's'} in 90 days`;
}
