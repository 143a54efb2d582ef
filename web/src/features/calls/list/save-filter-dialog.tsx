import { useState, type ReactNode } from 'react';

import { serverMessage } from '../../../lib/messages/server-message';
import { Field } from '../../../ui/forms/field';
import { Input } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import type { CallFilters } from '../call-filters';
import { useSaveFilter } from './api';

const MAX_NAME_LENGTH = 60;

export function SaveFilterDialog({ filters, onClose }: { filters: CallFilters; onClose: () => void }): ReactNode {
  const [name, setName] = useState(filters.search.trim().slice(0, MAX_NAME_LENGTH));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const save = useSaveFilter();
  const submit = (): void => {
    setIsNameMissing(name.trim() === '');
    if (name.trim() !== '') save.mutate({ name: name.trim(), filters }, { onSuccess: onClose });
  };
  const error = isNameMissing
    ? 'Enter a name.'
    : save.isError
      ? serverMessage(save.error, "Couldn't save the filters. Try again.")
      : undefined;
  return (
    <FormDialog
      title="Save filters"
      description="They'll show up as a button above your calls."
      isSaving={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={error}>
        <Input
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
