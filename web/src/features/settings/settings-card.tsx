import type { ReactNode } from 'react';

import { PATHS } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch, SettingsForm } from './settings-form';
import { GROUPS, SettingsPanel } from './settings-groups';

// Settings that are disabled while call processing is turned off.
const ACTIVE_TABS = GROUPS.flatMap(({ sections }) => sections)
  .filter(({ isForActiveAccount }) => isForActiveAccount)
  .map((section) => ({ id: section.id, label: section.label, panel: <SettingsPanel {...section} /> }));

// The settings shown on the dashboard.
export function SettingsCard(): ReactNode {
  return (
    <Card
      title={SETTINGS_COPY.title}
      action={
        <ButtonLink to={PATHS.settings} variant="outline" size="sm">
          All settings
        </ButtonLink>
      }
    >
      <SettingsForm>
        <MasterSwitch />
        <div className="mt-5">
          <Tabs label={SETTINGS_COPY.title} tabs={ACTIVE_TABS} />
        </div>
      </SettingsForm>
    </Card>
  );
}
