import { Eraser, Merge, Pencil, Split, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { CUSTOMER_RISK_NAMES } from '@ringwell/domain/customers/customer';
import { formatPhone } from '@ringwell/domain/customers/phone';

import type { CustomerDetails } from '../../../api/types';
import { formatDateTime } from '../../../lib/format/format';
import { labelByName } from '../../../lib/format/label-by-name';
import { useHasRole } from '../../../lib/session/session';
import { IconButton } from '../../../ui/buttons/icon-button';
import { LabelPill } from '../../../ui/data/label-pill';
import { Card } from '../../../ui/layout/card';
import { lazyArea } from '../../../ui/lazy-part';
import { DialogButton } from '../../../ui/overlays/dialog-button';
import { customerName } from '../customer-name';
import { CUSTOMERS_COPY } from '../customers-copy';
import { callsText } from '../list/customer-row';

const RenameDialog = lazyArea(async () => (await import('./rename-dialog')).RenameDialog);
const MergeDialog = lazyArea(async () => (await import('./merge-dialog')).MergeDialog);
const SplitDialog = lazyArea(async () => (await import('./split-dialog')).SplitDialog);
const EraseDialog = lazyArea(async () => (await import('./erase-dialog')).EraseDialog);

export function CustomerHeading({ customer }: { customer: CustomerDetails }): ReactNode {
  const { phones, references, label, lastCalledAt, recentCalls, risks } = customer;
  const numbers = [...phones, ...references];
  const isMember = useHasRole('member');
  const isManager = useHasRole('manager');
  const isOwner = useHasRole('owner');
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 text-h3 wrap-anywhere">{customerName(customer)}</h2>
            {label !== null && <LabelPill label={labelByName(label)} />}
          </div>
          <p className="mt-1.5 text-fg-muted">
            {callsText(recentCalls)}
            {lastCalledAt !== null && (
              <>
                , the latest on <time dateTime={lastCalledAt}>{formatDateTime(lastCalledAt)}</time>
              </>
            )}
          </p>
          <ul aria-label="Numbers" className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
            {numbers.map((number) => (
              <li key={number} className="flex items-center gap-1">
                {phones.includes(number) ? (
                  <a
                    href={`tel:${number}`}
                    className="inline-flex items-center font-medium text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
                  >
                    {formatPhone(number)}
                  </a>
                ) : (
                  <span>ID {number}</span>
                )}
                {isManager && numbers.length > 1 && <SplitButton customer={customer} number={number} />}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {isMember && (
            <DialogButton dialog={(close) => <RenameDialog customer={customer} onClose={close} />}>
              <Pencil aria-hidden />
              {CUSTOMERS_COPY.rename.open}
            </DialogButton>
          )}
          {isManager && (
            <DialogButton dialog={(close) => <MergeDialog customer={customer} onClose={close} />}>
              <Merge aria-hidden />
              {CUSTOMERS_COPY.merge.open}
            </DialogButton>
          )}
          {isOwner && (
            <DialogButton isGuarded dialog={(close) => <EraseDialog customer={customer} onClose={close} />}>
              <Eraser aria-hidden />
              {CUSTOMERS_COPY.erase.open}
            </DialogButton>
          )}
        </div>
      </div>
      {risks.length > 0 && (
        <section aria-label={CUSTOMERS_COPY.risks} className="mt-4 rounded-menu border bg-sunken px-4 py-3">
          <h3 className="flex items-center gap-2 text-body font-semibold">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-negative" />
            {CUSTOMERS_COPY.risks}
          </h3>
          <ul className="mt-1.5 grid gap-1">
            {risks.map((risk) => (
              <li key={risk.kind}>
                <span className="font-medium">{CUSTOMER_RISK_NAMES[risk.kind]}</span>
                <span className="text-fg-muted">: {riskText(risk)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

/** Explains a risk, including its date. */
function riskText({ kind, at, calls }: CustomerDetails['risks'][number]): string {
  const riskTime = formatDateTime(at);
  switch (kind) {
    case 'promise_overdue':
      return `it was due ${riskTime}`;
    case 'unhappy_twice':
      return `${calls} Negative calls, the latest ${riskTime}`;
    case 'turned_unhappy':
      return `the latest labeled call was Negative, ${riskTime}`;
    case 'many_calls':
      return `${calls} calls, the latest ${riskTime}`;
  }
}

function SplitButton({ customer, number }: { customer: CustomerDetails; number: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={`Split off ${formatPhone(number)}`}
        className="print:hidden [&_svg]:size-4"
        onClick={() => setIsOpen(true)}
      >
        <Split aria-hidden />
      </IconButton>
      {isOpen && <SplitDialog customer={customer} number={number} onClose={() => setIsOpen(false)} />}
    </>
  );
}
