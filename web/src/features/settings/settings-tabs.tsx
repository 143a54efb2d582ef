import type { ReactNode } from 'react';

import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { ACTIVE_TABS } from './active-tabs';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch } from './settings-form';

const ConnectionsTab = lazyPart(async () => (await import('./connections/connections-tab')).ConnectionsTab);
const FollowUpsTab = lazyPart(async () => (await import('./follow-ups/follow-ups-tab')).FollowUpsTab);
const VocabularySetting = lazyPart(async () => (await import('./vocabulary/vocabulary-setting')).VocabularySetting);
const PrivacyTab = lazyPart(async () => (await import('./privacy/privacy-tab')).PrivacyTab);
const StorageTab = lazyPart(async () => (await import('./limits/storage-tab')).StorageTab);
const TimeZoneTab = lazyPart(async () => (await import('./time-zone-tab')).TimeZoneTab);

/** All settings of the context's account on one page, for administrators. */
export function SettingsTabs(): ReactNode {
  return (
    <>
      <MasterSwitch />
      <div className="mt-5">
        <Tabs
          label={SETTINGS_COPY.title}
          tabs={[
            ...ACTIVE_TABS,
            { id: 'follow-ups', label: SETTINGS_COPY.followUps, panel: loadedLater(<FollowUpsTab />) },
            { id: 'connections', label: SETTINGS_COPY.connections, panel: loadedLater(<ConnectionsTab />) },
            { id: 'names', label: SETTINGS_COPY.names, panel: loadedLater(<VocabularySetting />) },
            { id: 'privacy', label: SETTINGS_COPY.privacy, panel: loadedLater(<PrivacyTab />) },
            { id: 'storage', label: SETTINGS_COPY.storage, panel: loadedLater(<StorageTab />) },
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
