import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';

import { CALL_LABEL_NAMES, CALL_LABELS, type CallLabel } from '@ringwell/domain/calls/call-label';

import { api, unwrap } from '../../../api/client';
import type { AccountSettings, EmailLabelsChange } from '../../../api/types';
import { toastFailure } from '../../../lib/messages/failure-toast';
import { Button } from '../../../ui/buttons/button';
import { Checkbox } from '../../../ui/forms/checkbox';
import { assertSameAccount, editedPath, settingsQuery } from '../api';
import { useSettings } from '../settings-context';
import { SETTINGS_COPY } from '../settings-copy';

interface AddressLabelsProps {
  address: string;
  /** Rendered after the button that opens the options. */
  children: ReactNode;
}

/** Shows which calls an address gets emails about: the account's choice, or a separate one. */
export function AddressLabels({ address, children }: AddressLabelsProps): ReactNode {
  const { savedSettings } = useSettings();
  const changeLabels = useChangeEmailLabels();
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const addressLabels = savedSettings.emailLabels[address];
  const labels = addressLabels ?? listAccountLabels(savedSettings);
  const save = (newLabels: readonly CallLabel[] | null): void => {
    if (!changeLabels.isPending)
      changeLabels.mutate({ address, labels: newLabels && CALL_LABELS.filter((label) => newLabels.includes(label)) });
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="max-sm:mr-auto max-sm:-ml-3"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        aria-label={`Calls for ${address}: ${describeLabels(addressLabels)}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {describeLabels(addressLabels)}
      </Button>
      {children}
      {isOpen && (
        <fieldset id={panelId} aria-busy={changeLabels.isPending} className="w-full pb-2.5">
          <legend className="sr-only">Calls that {address} gets emails about</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            <Checkbox
              label="Same as account"
              checked={addressLabels === undefined}
              onCheckedChange={(isSame) => save(isSame ? null : labels)}
            />
            {addressLabels !== undefined &&
              CALL_LABELS.map((label) => (
                <Checkbox
                  key={label}
                  label={CALL_LABEL_NAMES[label]}
                  checked={addressLabels.includes(label)}
                  onCheckedChange={(isOn) =>
                    save(isOn ? [...addressLabels, label] : addressLabels.filter((item) => item !== label))
                  }
                />
              ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

function listAccountLabels(settings: AccountSettings): CallLabel[] {
  const { emailPositiveSentiment, emailNeutralSentiment, emailNegativeSentiment } = settings;
  return [
    ...(emailPositiveSentiment ? ['positive' as const] : []),
    ...(emailNeutralSentiment ? ['neutral' as const] : []),
    ...(emailNegativeSentiment ? ['negative' as const] : []),
    'needs_review',
  ];
}

function describeLabels(labels: readonly CallLabel[] | undefined): string {
  if (labels === undefined) return 'Same as account';
  return labels.length === 0 ? 'No calls' : labels.map((label) => CALL_LABEL_NAMES[label]).join(', ');
}

/** Sets which calls an address gets emails about. `labels: null` applies the account's choice. */
function useChangeEmailLabels(): UseMutationResult<AccountSettings, Error, EmailLabelsChange> {
  const client = useQueryClient();
  const { savedSettings, editedUserId } = useSettings();
  const { queryKey } = settingsQuery(savedSettings.userId, editedUserId);
  return useMutation({
    mutationFn: (body: EmailLabelsChange) => {
      assertSameAccount(client, savedSettings.userId, editedUserId);
      return unwrap(api.PUT(editedPath('/api/my/settings/email-labels', editedUserId), { body }));
    },
    onSuccess: (settings) => {
      client.setQueryData<AccountSettings>(queryKey, settings);
      // Also discards in-flight requests.
      void client.invalidateQueries({ queryKey: editedUserId === undefined ? queryKey : ['admin'] });
    },
    onError: (error) => toastFailure(error, SETTINGS_COPY.failed),
  });
}
