import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import type { TotpSetup } from '../../../api/types';
import { formatDate, formatRelative } from '../../../lib/format';
import { serverMessage } from '../../../lib/server-message';
import { useUser } from '../../../lib/session';
import { Button } from '../../../ui/buttons/button';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { FormError } from '../../../ui/forms/form-error';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { secondFactorQuery, useRemoveTotp, useRenewRecoveryCodes, useStartTotpSetup } from './api';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { SECOND_FACTOR_COPY as COPY } from './second-factor-copy';
import { TotpSetupDialog } from './totp-setup-dialog';

const explain = (error: unknown): string => serverMessage(error, COPY.failed);

interface SecondFactorSectionProps {
  /** Called when it is on and the recovery codes are saved. */
  onTurnedOn?: () => void;
}

/** Turns two-step verification on and off. */
export function SecondFactorSection({ onTurnedOn }: SecondFactorSectionProps): ReactNode {
  const { id } = useUser();
  const { data, error, refetch } = useQuery(secondFactorQuery(id));
  const [confirmation, setConfirmation] = useState<'remove' | 'renew' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const remove = useRemoveTotp();
  const renew = useRenewRecoveryCodes();
  const close = (): void => setConfirmation(null);
  const showNewCodes = async (): Promise<void> => setCodes((await renew.mutateAsync()).recoveryCodes);

  if (error && !data) return <LoadFailed what="two-step verification" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" label="Loading two-step verification" />;
  const { totp, recoveryCodesLeft, isAvailable, isRequired } = data;
  const finish = (): void => {
    setCodes(null);
    onTurnedOn?.();
  };
  return (
    <>
      {totp === null ? (
        <TurnedOff isAvailable={isAvailable} onCodes={setCodes} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <p>
            {COPY.on(formatDate(totp.activatedAt))}{' '}
            {totp.lastUsedAt !== null && COPY.lastUsed(formatRelative(totp.lastUsedAt, new Date()).toLowerCase())}
          </p>
          <p className={recoveryCodesLeft === 0 ? 'font-medium text-negative' : 'text-fg-muted'}>
            {COPY.codesLeft(recoveryCodesLeft)}
          </p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => setConfirmation('renew')}>
              {COPY.codes.renew}
            </Button>
            {!isRequired && (
              <Button variant="ghost" onClick={() => setConfirmation('remove')}>
                {COPY.remove.action}
              </Button>
            )}
          </div>
          {isRequired && <p className="text-fg-muted">{COPY.required}</p>}
        </div>
      )}
      <ConfirmDialog
        open={confirmation === 'renew'}
        onOpenChange={close}
        title={COPY.codes.renew}
        question={COPY.codes.renewQuestion}
        confirmLabel={COPY.codes.renew}
        pendingLabel={COPY.codes.renewing}
        onConfirm={showNewCodes}
        explain={explain}
      />
      <ConfirmDialog
        open={confirmation === 'remove'}
        onOpenChange={close}
        title={COPY.remove.title}
        question={COPY.remove.question}
        confirmLabel={COPY.remove.confirm}
        pendingLabel={COPY.remove.pending}
        tone="danger"
        onConfirm={() => remove.mutateAsync()}
        explain={explain}
      />
      {codes !== null && confirmation === null && <RecoveryCodesDialog codes={codes} onSaved={finish} />}
    </>
  );
}

interface TurnedOffProps {
  isAvailable: boolean;
  onCodes: (recoveryCodes: readonly string[]) => void;
}

function TurnedOff({ isAvailable, onCodes }: TurnedOffProps): ReactNode {
  const start = useStartTotpSetup();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  if (!isAvailable) return <p className="text-fg-muted">{COPY.unavailable}</p>;
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-fg-muted">{COPY.off}</p>
      <FormError error={start.error} fallback={COPY.failed} />
      <Button
        pending={start.isPending}
        pendingLabel={COPY.starting}
        onClick={() => start.mutate(undefined, { onSuccess: setSetup })}
      >
        {COPY.turnOn}
      </Button>
      {setup !== null && <TotpSetupDialog setup={setup} onActivated={onCodes} onCancel={() => setSetup(null)} />}
    </div>
  );
}
