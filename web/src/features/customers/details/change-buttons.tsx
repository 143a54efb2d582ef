import { Eraser, Merge, Pencil, Split } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { formatPhone } from '@ringwell/domain/customers/phone';

import type { CustomerDetails } from '../../../api/types';
import { afterConfirmation } from '../../../lib/session/identity-confirmation';
import { useHasRole } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { lazyArea } from '../../../ui/lazy-part';
import { CUSTOMERS_COPY } from '../customers-copy';

const RenameDialog = lazyArea(async () => (await import('./rename-dialog')).RenameDialog);
const MergeDialog = lazyArea(async () => (await import('./merge-dialog')).MergeDialog);
const SplitDialog = lazyArea(async () => (await import('./split-dialog')).SplitDialog);

const EraseDialog = lazyArea(async () => (await import('./erase-dialog')).EraseDialog);

interface ChangeProps {
  customer: CustomerDetails;
}

export function RenameButton({ customer }: ChangeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  if (!useHasRole('member')) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <Pencil aria-hidden />
        {CUSTOMERS_COPY.rename.open}
      </Button>
      {isOpen && <RenameDialog customer={customer} onClose={close} />}
    </>
  );
}

export function MergeButton({ customer }: ChangeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  if (!useHasRole('manager')) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
        <Merge aria-hidden />
        {CUSTOMERS_COPY.merge.open}
      </Button>
      {isOpen && <MergeDialog customer={customer} onClose={close} />}
    </>
  );
}

export function EraseButton({ customer }: ChangeProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  if (!useHasRole('owner')) return null;
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => void afterConfirmation(() => setIsOpen(true))}>
        <Eraser aria-hidden />
        {CUSTOMERS_COPY.erase.open}
      </Button>
      {isOpen && <EraseDialog customer={customer} onClose={close} />}
    </>
  );
}

export function SplitButton({ customer, number }: ChangeProps & { number: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  if (!useHasRole('manager')) return null;
  return (
    <>
      <IconButton
        label={CUSTOMERS_COPY.split.open(formatPhone(number))}
        className="print:hidden [&_svg]:size-4"
        onClick={() => setIsOpen(true)}
      >
        <Split aria-hidden />
      </IconButton>
      {isOpen && <SplitDialog customer={customer} number={number} onClose={close} />}
    </>
  );
}
