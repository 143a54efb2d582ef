import { useState, type ReactNode } from 'react';

import type { TotpSetup } from '../../../api/types';
import { getFieldError } from '../../../lib/messages/field-error';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { Field } from '../../../ui/forms/field';
import { FormError } from '../../../ui/forms/form-error';
import { Input } from '../../../ui/forms/input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { useActivateTotp } from './api';
import { QrCode } from './qr-code';
import { SECOND_FACTOR_COPY } from './second-factor-copy';

const COPY = SECOND_FACTOR_COPY.setup;

interface TotpSetupDialogProps {
  setup: TotpSetup;
  /** @param recoveryCodes the codes to show; null if the user already has some */
  onActivated: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
}

/** Shows the secret for an authenticator app, and asks for a code to prove that the app has it. */
export function TotpSetupDialog({ setup, onActivated, onCancel }: TotpSetupDialogProps): ReactNode {
  const [code, setCode] = useState('');
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const activate = useActivateTotp();
  const submit = (): void => {
    setIsCodeMissing(code.trim() === '');
    if (code.trim() !== '')
      activate.mutate(code.trim(), { onSuccess: ({ recoveryCodes }) => onActivated(recoveryCodes) });
  };
  const error = isCodeMissing ? COPY.missing : getFieldError(activate.error, 'code');
  return (
    <FormDialog
      title={COPY.title}
      description={COPY.scan}
      width={460}
      fullScreenOnPhones
      isSaving={activate.isPending}
      submitLabel={COPY.activate}
      savingLabel="Checking..."
      onSubmit={submit}
      onClose={onCancel}
    >
      <div className="grid justify-items-center">
        <QrCode text={setup.uri} label={COPY.qrCode} />
      </div>
      <div>
        <p className="text-fg-muted">Can't scan it? Type this key into the app:</p>
        <div className="mt-1.5 flex items-start gap-3 rounded-control border bg-sunken p-3">
          <code className="grow font-mono wrap-anywhere">{groupCharacters(setup.secret)}</code>
          <CopyButton text={setup.secret} subject="Key" />
        </div>
      </div>
      <Field label={COPY.code} hint="The 6 digits in your app." error={error}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      {error === undefined && <FormError error={activate.error} fallback={SECOND_FACTOR_COPY.failed} />}
    </FormDialog>
  );
}

// Groups the characters to make them easier to type.
function groupCharacters(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
