import { useState, type ReactNode } from 'react';

import { MAX_PASSKEY_NAME_LENGTH } from '@ringwell/domain/accounts/second-factor';

import { browserName } from '../../../lib/format/browser-name';
import { getFieldError } from '../../../lib/messages/field-error';
import { PasskeyFailure } from '../../../lib/session/passkeys';
import { Field } from '../../../ui/forms/field';
import { FormError } from '../../../ui/forms/form-error';
import { Input } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { useAddPasskey } from './api';
import { SECOND_FACTOR_COPY } from './second-factor-copy';

const COPY = SECOND_FACTOR_COPY.passkeys;

interface PasskeyDialogProps {
  /** @param recoveryCodes the codes to show; null if the user already has some */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** Asks for a new passkey's name, then has the device create it. */
export function PasskeyDialog({ onAdded, onCancel }: PasskeyDialogProps): ReactNode {
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const add = useAddPasskey();
  const submit = (): void => {
    setIsNameMissing(name.trim() === '');
    if (name.trim() !== '') add.mutate(name.trim(), { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) });
  };
  const error = isNameMissing ? COPY.missing : getFieldError(add.error, 'name');
  return (
    <FormDialog
      title={COPY.title}
      description={COPY.text}
      width={460}
      isSaving={add.isPending}
      submitLabel={COPY.create}
      savingLabel="Waiting for your device..."
      onSubmit={submit}
      onClose={onCancel}
    >
      <Field label={COPY.name} hint="Helps you tell your passkeys apart." error={error}>
        <Input
          autoComplete="off"
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {error === undefined && (
        <FormError
          error={add.error}
          fallback={add.error instanceof PasskeyFailure ? add.error.message : SECOND_FACTOR_COPY.failed}
        />
      )}
    </FormDialog>
  );
}
