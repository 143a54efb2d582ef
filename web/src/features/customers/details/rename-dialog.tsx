import { useState, type ReactNode } from 'react';

import type { CustomerDetails } from '../../../api/types';
import { formMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { CUSTOMERS_COPY } from '../customers-copy';
import { useRenameCustomer } from '../use-customer-changes';

const COPY = CUSTOMERS_COPY.rename;
const MAX_LENGTH = 200;

export function RenameDialog({ customer, onClose }: { customer: CustomerDetails; onClose: () => void }): ReactNode {
  const rename = useRenameCustomer(customer.id);
  const [name, setName] = useState(customer.name ?? '');
  return (
    <FormDialog
      title="Rename customer"
      isSaving={rename.isPending}
      submitLabel={COPY.save}
      savingLabel="Saving…"
      onSubmit={() => rename.mutate(name.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label="Name" hint={COPY.hint} optional error={formMessage(rename.error, COPY.failed) ?? undefined}>
        <Input
          autoComplete="off"
          maxLength={MAX_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </FormDialog>
  );
}
