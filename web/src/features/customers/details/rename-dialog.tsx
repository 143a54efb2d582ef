import { useState, type FormEvent, type ReactNode } from 'react';

import type { CustomerDetails } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { Button } from '../../../ui/buttons/button';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { CUSTOMERS_COPY } from '../customers-copy';
import { useRenameCustomer } from '../use-customer-changes';

const COPY = CUSTOMERS_COPY.rename;
const MAX_LENGTH = 200;

interface RenameDialogProps {
  customer: CustomerDetails;
  onClose: () => void;
}

export function RenameDialog({ customer, onClose }: RenameDialogProps): ReactNode {
  const rename = useRenameCustomer(customer.id);
  const [name, setName] = useState(customer.name ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!rename.isPending) rename.mutate(name.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={onClose} title={COPY.title}>
      <form onSubmit={submit} noValidate>
        <Field label={COPY.label} hint={COPY.hint} optional error={formMessage(rename.error, COPY.failed) ?? undefined}>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              maxLength={MAX_LENGTH}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={rename.isPending} pendingLabel={COPY.saving}>
            {COPY.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
