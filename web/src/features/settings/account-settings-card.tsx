import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import { ADD_ON_NAMES, ADD_ONS, type AddOn } from '@ringwell/domain/billing/plans';

import { api, unwrap } from '../../api/client';
import type { AccountSettings } from '../../api/types';
import { useStore } from '../../lib/store';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Checkbox } from '../../ui/forms/checkbox';
import { Card } from '../../ui/layout/card';
import { accountSettingsQuery } from './account-settings-query';
import { explainRejection } from './fields/explain-rejection';
import { SaveQueue } from './fields/save-queue';
import { SettingsContext } from './settings-context';
import { SettingsTabs } from './settings-tabs';
import { useChangeAccountSettings } from './use-change-account-settings';

/** Shows another account's settings to administrators, including its add-ons. Saves each field individually. */
export function AccountSettingsCard({ userId }: { userId: string }): ReactNode {
  const { data, isError, refetch } = useQuery(accountSettingsQuery(userId));
  const { mutateAsync: send } = useChangeAccountSettings(userId);
  const load = (): Promise<AccountSettings> =>
    unwrap(api.GET('/api/account/settings/admin/{userId}', { params: { path: { userId } } }));
  const [queue] = useState(() => new SaveQueue({ load, send, explain: explainRejection }));
  const state = useStore(queue.state);
  const context = useMemo(
    () => data && { savedSettings: data, state, queue, editedUserId: userId },
    [data, state, queue, userId],
  );
  return (
    <Card title="Settings">
      {context ? (
        <SettingsContext value={context}>
          <AddOns userId={userId} addOns={context.savedSettings.addOns} />
          <SettingsTabs />
        </SettingsContext>
      ) : (
        <LoadPlaceholder subject="the settings" className="h-96" retry={isError && refetch} />
      )}
    </Card>
  );
}

function AddOns({ userId, addOns }: { userId: string; addOns: AccountSettings['addOns'] }): ReactNode {
  const change = useChangeAccountSettings(userId);
  const setAddOn = (addOn: AddOn, isIncluded: boolean): void =>
    change.mutate(
      { addOns: ADD_ONS.filter((item) => (item === addOn ? isIncluded : addOns.includes(item))) },
      { onError: (error) => void explainRejection('active', error) },
    );
  return (
    <fieldset className="mb-6 border-b pb-5">
      <legend className="font-semibold">Add-ons</legend>
      <p className="mt-1 text-fg-muted">Chat apps that this account can use, whether or not it pays for them.</p>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {ADD_ONS.map((addOn) => (
          <Checkbox
            key={addOn}
            label={ADD_ON_NAMES[addOn]}
            checked={addOns.includes(addOn)}
            aria-disabled={change.isPending || undefined}
            onCheckedChange={(isIncluded) => {
              if (!change.isPending) setAddOn(addOn, isIncluded);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
