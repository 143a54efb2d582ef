import { useState, type ReactNode } from 'react';

import type { MySecondFactor, TotpSetup } from '../../../api/types';
import { canUsePasskeys } from '../../../lib/session/passkeys';
import { Button } from '../../../ui/buttons/button';
import { FormError } from '../../../ui/forms/form-error';
import { lazyArea } from '../../../ui/lazy-part';
import { useStartTotpSetup } from './api';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';

const PasskeyDialog = lazyArea(async () => (await import('./passkey-dialog')).PasskeyDialog);
const TotpSetupDialog = lazyArea(async () => (await import('./totp-setup-dialog')).TotpSetupDialog);

interface AddFactorProps {
  state: MySecondFactor;
  /** @param recoveryCodes the codes to show; null if the user already has some */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Buttons for adding passkeys and, if there's none yet, an authenticator app. */
export function AddFactor({
  state: { totp, passkeys, arePasskeysAvailable },
  onAdded,
  children,
}: AddFactorProps): ReactNode {
  const start = useStartTotpSetup();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [isAddingPasskey, setIsAddingPasskey] = useState(false);
  const isFirst = totp === null && passkeys.length === 0;
  const finish = (recoveryCodes: readonly string[] | null): void => {
    setSetup(null);
    setIsAddingPasskey(false);
    onAdded(recoveryCodes);
  };
  return (
    <>
      <FormError error={start.error} fallback={COPY.failed} />
      <div className="flex flex-wrap gap-2">
        {totp === null && (
          <Button
            variant={isFirst ? undefined : 'outline'}
            pending={start.isPending}
            pendingLabel={COPY.starting}
            onClick={() => start.mutate(undefined, { onSuccess: setSetup })}
          >
            {COPY.turnOn}
          </Button>
        )}
        {arePasskeysAvailable && canUsePasskeys() && (
          <Button variant="outline" onClick={() => setIsAddingPasskey(true)}>
            {COPY.passkeys.add}
          </Button>
        )}
        {children}
      </div>
      {setup !== null && <TotpSetupDialog setup={setup} onActivated={finish} onCancel={() => setSetup(null)} />}
      {isAddingPasskey && <PasskeyDialog onAdded={finish} onCancel={() => setIsAddingPasskey(false)} />}
    </>
  );
}
