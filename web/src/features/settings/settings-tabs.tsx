import type { ReactNode } from 'react';

import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { NotificationsTab } from './notifications-tab';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch, WhileActive } from './settings-form';
import { UsageLimitsTab } from './usage-limits-tab';

const ConnectionsTab = lazyPart(async () => (await import('./connections-tab')).ConnectionsTab);
const NamesTab = lazyPart(async () => (await import('./names-tab')).NamesTab);
const TimeZoneTab = lazyPart(async () => (await import('./time-zone-tab')).TimeZoneTab);

/** The settings of the account in the context on one page, for an administrator. */
export function SettingsTabs(): ReactNode {
  return (
    <>
      <MasterSwitch />
      <div className="mt-5">
        <Tabs
          label={SETTINGS_COPY.title}
          tabs={[
            {
              id: 'notifications',
              label: SETTINGS_COPY.notifications,
              panel: (
                <WhileActive>
                  <NotificationsTab />
                </WhileActive>
              ),
            },
            {
              id: 'limits',
              label: SETTINGS_COPY.limits,
              panel: (
                <WhileActive>
                  <UsageLimitsTab />
                </WhileActive>
              ),
            },
            { id: 'connections', label: SETTINGS_COPY.connections, panel: loadedLater(<ConnectionsTab />) },
            { id: 'names', label: SETTINGS_COPY.names, panel: loadedLater(<NamesTab />) },
            { id: 'time', label: SETTINGS_COPY.time, panel: loadedLater(<TimeZoneTab />) },
          ]}
        />
      </div>
    </>
  );
}

function loadedLater(part: ReactNode): ReactNode {
  return <LazyPart fallback={<Skeleton className="h-96" label="Loading settings" />}>{part}</LazyPart>;
}
