import type { ReactNode } from 'react';

import { ADD_ON_NAMES, ADD_ONS, type AddOn } from '@ringwell/domain/billing/plans';

import { useUser } from '../../lib/session/session';
import { Checkbox } from '../../ui/forms/checkbox';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { SaveError, SaveIndicator } from './fields/save-indicator';
import { useSetting } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';
import { EditedSettings, MasterSwitch } from './settings-form';
import { GROUPS, SettingsPanel, type SettingsSection } from './settings-groups';

/** Shows another account's settings to administrators, including its add-ons. */
export function AccountSettingsCard({ userId }: { userId: string }): ReactNode {
  const { accountId } = useUser();
  return (
    <Card title="Settings">
      <EditedSettings accountId={accountId} editedUserId={userId} subject="the settings">
        <AddOns />
        <SettingsTabs />
      </EditedSettings>
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
