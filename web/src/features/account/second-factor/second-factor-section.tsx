import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import type { MySecondFactor, TotpSetup } from '../../../api/types';
import { canUsePasskeys } from '../../../lib/session/passkeys';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { LoadPlaceholder } from '../../../ui/feedback/load-placeholder';
import { FormError } from '../../../ui/forms/form-error';
import { lazyArea } from '../../../ui/lazy-part';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { ACCOUNT_COPY } from '../account-copy';
import { mySessionsQuery, useEndSession } from '../api';
import { secondFactorQuery, useRemoveFactor, useRenewRecoveryCodes, useStartTotpSetup } from './api';
import { FactorList, listFactors, type ListedFactor } from './factor-list';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';

const PasskeyDialog = lazyArea(async () => (await import('./passkey-dialog')).PasskeyDialog);
const TotpSetupDialog = lazyArea(async () => (await import('./totp-setup-dialog')).TotpSetupDialog);

interface SecondFactorSectionProps {
  /** Called when a user who must turn this on has done so and saved the recovery codes. */
  onTurnedOn?: () => void;
}

/** Turns two-step verification on and off, and lists its factors. */
export function SecondFactorSection({ onTurnedOn }: SecondFactorSectionProps): ReactNode {
  const { id } = useUser();
  const { data, error, refetch } = useQuery(secondFactorQuery(id));
  const [factorToRemove, setFactorToRemove] = useState<ListedFactor | null>(null);
  const [isRenewing, setIsRenewing] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [wasFactorAdded, setWasFactorAdded] = useState(false);
  const remove = useRemoveFactor();
  const renew = useRenewRecoveryCodes();
  const showNewCodes = async (): Promise<void> => setCodes((await renew.mutateAsync()).recoveryCodes);

  if (!data) return <LoadPlaceholder subject="two-step verification" className="h-24" retry={error && refetch} />;
  if (!data.isAvailable) return <p className="text-fg-muted">{COPY.unavailable}</p>;
  const { recoveryCodesLeft, isRequired } = data;
  const factors = listFactors(data);
  const isLast = factors.length === 1;
  const intro = factors.length > 0 ? COPY.on : onTurnedOn ? undefined : COPY.off;
  const handleAdded = (newCodes: readonly string[] | null): void => {
    setCodes(newCodes);
    setWasFactorAdded(true);
  };
  const finish = (): void => {
    setWasFactorAdded(false);
    onTurnedOn?.();
  };
  return (
    <>
      <div className="grid justify-items-start gap-4">
        {intro !== undefined && <p className="text-fg-muted">{intro}</p>}
        {factors.length > 0 && (
          <>
            <FactorList factors={factors} onRemove={isLast && isRequired ? undefined : setFactorToRemove} />
            {isLast && isRequired && <p className="text-fg-muted">{COPY.required}</p>}
            <p className={recoveryCodesLeft === 0 ? 'font-medium text-negative' : 'text-fg-muted'}>
              {COPY.codesLeft(recoveryCodesLeft)}
            </p>
          </>
        )}
        <AddFactor state={data} onAdded={handleAdded}>
          {factors.length > 0 && (
            <Button variant="ghost" onClick={() => setIsRenewing(true)}>
              {COPY.codes.renew}
            </Button>
          )}
        </AddFactor>
      </div>
      <ConfirmDialog
        open={isRenewing}
        onClose={() => setIsRenewing(false)}
        title={COPY.codes.renew}
        question={COPY.codes.renewQuestion}
        confirmLabel={COPY.codes.renew}
        pendingLabel="Creating..."
        onConfirm={showNewCodes}
        failure={COPY.failed}
      />
      {factorToRemove !== null && (
        <ConfirmDialog
          onClose={() => setFactorToRemove(null)}
          title={isLast ? COPY.remove.titleLast : COPY.remove.title(factorToRemove.label)}
          question={isLast ? COPY.remove.questionLast : COPY.remove.question}
          confirmLabel={COPY.remove.confirm}
          pendingLabel={COPY.remove.pending}
          onConfirm={() => remove.mutateAsync({ passkeyId: factorToRemove.passkeyId, isLast })}
          failure={COPY.failed}
        />
      )}
      {codes !== null && !isRenewing && <RecoveryCodesDialog codes={codes} onSaved={() => setCodes(null)} />}
      {wasFactorAdded && codes === null && <SignOutOthersDialog onDone={finish} />}
    </>
  );
}

/**
 * Offers to end the other sessions, which started without the new factor. Calls `onDone` directly if there are none.
 */
function SignOutOthersDialog({ onDone }: { onDone: () => void }): ReactNode {
  const { data, isError } = useQuery(mySessionsQuery(useUser().id));
  const end = useEndSession();
  const isUnnecessary = end.isIdle && (isError || (data !== undefined && data.length < 2));
  useEffect(() => {
    if (isUnnecessary) onDone();
  });
  if (!data || isUnnecessary) return null;
  return (
    <ConfirmDialog
      onClose={onDone}
      title={ACCOUNT_COPY.sessions.signOutOthersTitle}
      question={ACCOUNT_COPY.sessions.signOutOthersQuestion}
      confirmLabel={ACCOUNT_COPY.sessions.signOutOthers}
      pendingLabel="Signing out..."
      onConfirm={() => end.mutateAsync(undefined)}
      failure={ACCOUNT_COPY.sessions.failed}
    />
  );
}

interface AddFactorProps {
  state: MySecondFactor;
  /** @param recoveryCodes the codes to show; null if the user already has some */
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Buttons for adding passkeys and, if there's none yet, an authenticator app. */
function AddFactor({ state: { totp, passkeys, arePasskeysAvailable }, onAdded, children }: AddFactorProps): ReactNode {
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
            pendingLabel="Starting..."
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
