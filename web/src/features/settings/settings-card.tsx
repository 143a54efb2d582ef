import type { ReactNode } from 'react';

import { PATHS } from '../../lib/paths';
import { ButtonLink } from '../../ui/buttons/button';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { ACTIVE_TABS } from './active-tabs';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch, SettingsForm } from './settings-form';

// The settings shown on the dashboard.
export function SettingsCard(): ReactNode {
  return (
    <Card
      title={SETTINGS_COPY.title}
      action={
        <ButtonLink to={PATHS.settings} variant="outline" size="sm">
          {SETTINGS_COPY.all}
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
