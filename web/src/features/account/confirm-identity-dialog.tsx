import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import { browserLocation } from '../../lib/browser/browser-location';
import { getFieldError } from '../../lib/messages/field-error';
import { signInAgainPath } from '../../lib/paths';
import { canUsePasskeys, PasskeyFailure } from '../../lib/session/passkeys';
import { useUser } from '../../lib/session/session';
import { Button, ButtonLink } from '../../ui/buttons/button';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Field } from '../../ui/forms/field';
import { FormError } from '../../ui/forms/form-error';
import { Input } from '../../ui/forms/input';
import { Dialog, DialogActions } from '../../ui/overlays/dialog';
import { ACCOUNT_COPY } from './account-copy';
import { confirmationMethodQuery, useConfirmIdentity } from './api';

const COPY = ACCOUNT_COPY.confirmation;

/** Asks signed-in users to prove their identity before a change that could take over an account. */
export function ConfirmIdentityDialog({ onSettle }: { onSettle: (isConfirmed: boolean) => void }): ReactNode {
  const { data, error, refetch } = useQuery(confirmationMethodQuery);
  const cancel = (): void => onSettle(false);
  const passwordDescription = data?.needsCode ? COPY.passwordAndMore : COPY.password;
  const description = data && (data.method === 'password' ? passwordDescription : COPY.signIn);
  return (
    <Dialog onClose={cancel} title={COPY.title} description={description} width={440}>
      {data?.method === 'password' ? (
        <PasswordConfirmation
          needsCode={data.needsCode}
          hasPasskey={data.hasPasskey && canUsePasskeys()}
          onConfirmed={() => onSettle(true)}
          onCancel={cancel}
        />
      ) : data ? (
        <DialogActions>
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
          <ButtonLink href={signInAgainPath(browserLocation.page())}>{`Sign in with ${data.signInName}`}</ButtonLink>
        </DialogActions>
      ) : (
        <LoadPlaceholder subject="the confirmation options" label="Loading" className="h-28" retry={error && refetch} />
      )}
    </Dialog>
  );
}

interface PasswordConfirmationProps {
  needsCode: boolean;
  hasPasskey: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
}

function PasswordConfirmation({ needsCode, hasPasskey, onConfirmed, onCancel }: PasswordConfirmationProps): ReactNode {
  const { email, isImpersonated } = useUser();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [usesPasskey, setUsesPasskey] = useState(hasPasskey);
  const confirm = useConfirmIdentity();
  const asksForCode = needsCode && !usesPasskey;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation(); // React would bubble the event to a form around the dialog
    setIsSubmitted(true);
    if (password === '' || (asksForCode && code === '')) return;
    confirm.mutate(
      { password, ...(asksForCode && { code }), usesPasskey: needsCode && usesPasskey },
      { onSuccess: onConfirmed },
    );
  };
  const passwordError = isSubmitted && password === '' ? COPY.missing : getFieldError(confirm.error, 'password');
  const codeError = isSubmitted && asksForCode && code === '' ? COPY.codeMissing : getFieldError(confirm.error, 'code');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {/* Password managers read the username from this field. */}
      {!isImpersonated && <input type="text" autoComplete="username" defaultValue={email ?? ''} readOnly hidden />}
      <Field label={isImpersonated ? COPY.ownPassword : COPY.label} error={passwordError}>
        <Input
          autoFocus
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {asksForCode && (
        <Field label={COPY.code} hint="From your authenticator app, or one of your recovery codes." error={codeError}>
          <Input autoComplete="one-time-code" value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
      )}
      {passwordError === undefined && codeError === undefined && (
        <FormError
          error={confirm.error}
          fallback={confirm.error instanceof PasskeyFailure ? confirm.error.message : COPY.failed}
        />
      )}
      {hasPasskey && needsCode && (
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 justify-self-start"
          onClick={() => setUsesPasskey(!usesPasskey)}
        >
          {usesPasskey ? COPY.useCode : COPY.usePasskey}
        </Button>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={confirm.isPending} pendingLabel="Confirming...">
          {needsCode && usesPasskey ? COPY.confirmWithPasskey : COPY.confirm}
        </Button>
      </DialogActions>
    </form>
  );
}
