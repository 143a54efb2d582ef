import { useId, useRef, useState, type ReactNode } from 'react';

import { useConfirmLeave } from '../../../lib/browser/use-confirm-leave';
import { runAfterConfirmation } from '../../../lib/session/identity-confirmation';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/buttons/button';
import { CopyButton } from '../../../ui/buttons/copy-button';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { useRenewSigningSecret } from '../api';
import { SaveError, SaveIndicator } from '../fields/save-indicator';
import { Mask } from '../fields/secret-setting';
import { useSetting, useSettings } from '../settings-context';
import { SETTINGS_COPY } from '../settings-copy';

type Confirmation = 'renew' | 'remove';

// The API generates the secret and shows it once.
export function SigningSecretSetting(): ReactNode {
  const id = useId();
  const { webhookSecret: mask } = useSettings().savedSettings;
  const { error, save } = useSetting('webhookSecret');
  const renew = useRenewSigningSecret(useUser().accountId);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const close = (): void => setConfirmation(null);
  const removeSecret = async (): Promise<void> => {
    if (!(await save(null))) throw new Error("It wasn't removed.");
  };

  return (
    <div role="group" aria-labelledby={id} className="relative">
      <p id={id} className="mb-1.5 font-semibold">
        Signing secret
      </p>
      <SaveIndicator names={['webhookSecret']} className="absolute top-0 right-0" />
      <div className="flex flex-wrap items-center gap-2">
        {mask === null ? <span className="min-w-0 grow text-fg-muted">Not signed</span> : <Mask mask={mask} />}
        {mask === null ? (
          <Button
            variant="outline"
            size="sm"
            pending={renew.isPending}
            pendingLabel="Generating..."
            onClick={() => renew.mutate()}
          >
            Generate secret
          </Button>
        ) : (
          <Button variant="outline" size="sm" onClick={() => void runAfterConfirmation(() => setConfirmation('renew'))}>
            Replace
          </Button>
        )}
        {mask !== null && (
          <Button variant="ghost" size="sm" onClick={() => void runAfterConfirmation(() => setConfirmation('remove'))}>
            Remove
          </Button>
        )}
      </div>
      <SaveError message={error} />
      <p className="mt-1.5 text-meta text-fg-subtle">
        Lets your system verify that messages come from us (Standard Webhooks).
      </p>
      <ConfirmDialog
        open={confirmation === 'renew'}
        onClose={close}
        title="Replace the signing secret?"
        question="The current secret will stop working immediately. Add the new one to your system right away."
        confirmLabel="Replace"
        pendingLabel="Generating..."
        onConfirm={() => renew.mutateAsync()}
      />
      <ConfirmDialog
        open={confirmation === 'remove'}
        onClose={close}
        title="Remove the signing secret?"
        question="Messages will be sent without a signature."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        tone="danger"
        onConfirm={removeSecret}
      />
      {renew.data && confirmation === null && <NewSecret secret={renew.data.webhookSecret} onClose={renew.reset} />}
    </div>
  );
}

// The secret is never shown again, so only the button closes the dialog, and the browser asks before leaving.
function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const codeRef = useRef<HTMLElement>(null);
  useConfirmLeave();
  return (
    <Dialog title="Your new signing secret" description="Copy it now. It cannot be viewed again.">
      <div className="flex flex-wrap items-center gap-3 rounded-control border bg-sunken p-3">
        <code ref={codeRef} className="min-w-0 grow font-mono break-all">
          {secret}
        </code>
        <CopyButton text={secret} subject="Signing secret" textRef={codeRef} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{SETTINGS_COPY.copiedIt}</Button>
      </DialogActions>
    </Dialog>
  );
}
