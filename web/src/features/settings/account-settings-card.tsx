import { useQuery, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';

import { ADD_ON_NAMES, ADD_ONS, type AddOn } from '@ringwell/domain/billing/plans';

import { api, unwrap } from '../../api/client';
import type { AccountSettings } from '../../api/types';
import { useStore } from '../../lib/store';
import { LoadPlaceholder } from '../../ui/feedback/load-placeholder';
import { Checkbox } from '../../ui/forms/checkbox';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { accountSettingsQuery } from './account-settings-query';
import { explainRejection } from './fields/explain-rejection';
import { SaveError, SaveIndicator } from './fields/save-indicator';
import { SaveQueue, type SaveRequest } from './fields/save-queue';
import { SettingsContext, useSetting } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch } from './settings-form';
import { GROUPS, SettingsPanel, type SettingsSection } from './settings-groups';

/** Shows another account's settings to administrators, including its add-ons. Saves each field individually. */
export function AccountSettingsCard({ userId }: { userId: string }): ReactNode {
  const { data, isError, refetch } = useQuery({
    ...accountSettingsQuery(userId),
    // Other users and Stripe can change the settings, too.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
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
          <AddOns />
          <SettingsTabs />
        </SettingsContext>
      ) : (
        <LoadPlaceholder subject="the settings" className="h-96" retry={isError && refetch} />
      )}
    </Card>
  );
}

function AddOns(): ReactNode {
  const { value: addOns, error, save } = useSetting('addOns');
  const setAddOn = (addOn: AddOn, isIncluded: boolean): void =>
    void save(ADD_ONS.filter((item) => (item === addOn ? isIncluded : addOns.includes(item))));
  return (
    <fieldset className="relative mb-6 border-b pb-5">
      <legend className="font-semibold">Add-ons</legend>
      <SaveIndicator names={['addOns']} className="absolute top-0 right-0" />
      <p className="mt-1 text-fg-muted">Chat apps that this account can use, whether or not it pays for them.</p>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {ADD_ONS.map((addOn) => (
          <Checkbox
            key={addOn}
            label={ADD_ON_NAMES[addOn]}
            checked={addOns.includes(addOn)}
            onCheckedChange={(isIncluded) => setAddOn(addOn, isIncluded)}
          />
        ))}
      </div>
      <SaveError message={error} />
    </fieldset>
  );
}

/** An account's settings, grouped as on the settings page, for administrators. */
function SettingsTabs(): ReactNode {
  return (
    <>
      <MasterSwitch />
      <div className="mt-5">
        <Tabs
          label={SETTINGS_COPY.title}
          tabs={GROUPS.map(({ id, label, sections }) => ({ id, label, panel: <Sections sections={sections} /> }))}
        />
      </div>
    </>
  );
}

function Sections({ sections }: { sections: readonly SettingsSection[] }): ReactNode {
  const sharedSections = sections.filter(({ isForOwnAccount }) => !isForOwnAccount);
  return (
    <div className="grid grid-cols-1 gap-8">
      {sharedSections.map((section) => (
        <section key={section.id} aria-label={section.label}>
          {sharedSections.length > 1 && <h3 className="mb-4 text-prose">{section.label}</h3>}
          <SettingsPanel {...section} />
        </section>
      ))}
    </div>
  );
}

/** Changes the settings of any account. Administrators can also set add-ons and higher limits. */
function useChangeAccountSettings(userId: string): UseMutationResult<AccountSettings, Error, SaveRequest> {
  const client = useQueryClient();
  const { queryKey } = accountSettingsQuery(userId);
  return useMutation({
    mutationFn: (request: SaveRequest) => sendRequest(userId, request),
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      void client.invalidateQueries({ queryKey: ['admin'] });
    },
  });
}

function sendRequest(userId: string, request: SaveRequest): Promise<AccountSettings> {
  const params = { path: { userId } };
  if (!('list' in request)) return unwrap(api.PUT('/api/account/settings/admin/{userId}', { params, body: request }));
  const { list, edit: body } = request;
  return unwrap(
    list === 'vocabulary'
      ? api.PATCH('/api/account/settings/admin/{userId}/vocabulary', { params, body })
      : api.PATCH('/api/account/settings/admin/{userId}/email-addresses', { params, body }),
  );
}
