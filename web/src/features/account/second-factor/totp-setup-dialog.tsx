import { useState, type FormEvent, type ReactNode } from 'react';

import type { TotpSetup } from '../../../api/types';
import { getFieldError } from '../../../lib/messages/field-error';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { Field } from '../../../ui/forms/field';
import { FormError } from '../../../ui/forms/form-error';
import { Input } from '../../../ui/forms/input';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsCodeMissing(code.trim() === '');
    if (code.trim() !== '')
      activate.mutate(code.trim(), { onSuccess: ({ recoveryCodes }) => onActivated(recoveryCodes) });
  };
  const cancel = (): void => {
    if (!activate.isPending) onCancel(); // the response has the recovery codes, which are shown only once
  };
  const error = isCodeMissing ? COPY.missing : getFieldError(activate.error, 'code');
  return (
    <Dialog open onOpenChange={cancel} title={COPY.title} description={COPY.scan} width={460} fullScreenOnPhones>
      <div className="grid justify-items-center">
        <QrCode text={setup.uri} label={COPY.qrCode} />
      </div>
      <p className="mt-4 text-fg-muted">{COPY.type}</p>
      <div className="mt-1.5 flex items-start gap-3 rounded-control border bg-sunken p-3">
        <code className="grow font-mono wrap-anywhere">{groupCharacters(setup.secret)}</code>
        <CopyButton text={setup.secret} subject={COPY.key} />
      </div>
      <form noValidate onSubmit={submit} className="mt-5">
        <Field label={COPY.code} hint={COPY.codeHint} error={error}>
          <Input
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        {error === undefined && <FormError error={activate.error} fallback={SECOND_FACTOR_COPY.failed} />}
        <DialogActions>
          <Button variant="outline" disabled={activate.isPending} onClick={cancel}>
            {COPY.cancel}
          </Button>
          <Button type="submit" pending={activate.isPending} pendingLabel={COPY.activating}>
            {COPY.activate}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

// Groups the characters to make them easier to type.
function groupCharacters(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
