import { CirclePause } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { ConnectionChannel } from '@ringwell/domain/delivery';

import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { NotificationsTab } from './notifications-tab';
import { useSetting } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';
import { SwitchSetting } from './switch-setting';
import { UsageLimitsTab } from './usage-limits-tab';

const ConnectionsTab = lazyPart(async () => (await import('./connections-tab')).ConnectionsTab);
const NamesTab = lazyPart(async () => (await import('./names-tab')).NamesTab);

/** The parts of the settings of the account in the context. */
export function SettingsTabs(): ReactNode {
  const { value: isActive } = useSetting('active');
  const [{ tab, requested }, show] = useState<{ tab: string; requested?: ConnectionChannel }>({ tab: 'notifications' });
  return (
    <>
      <SwitchSetting name="active" label="Active" text="Process calls and send alerts" />
      <div role="status">
        {!isActive && (
          <p className="mt-4 flex animate-fade items-start gap-2.5 rounded-control bg-warning-soft px-3 py-2.5 text-on-warning-soft">
            <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0" />
            {SETTINGS_COPY.paused}
          </p>
        )}
      </div>
      <div className="mt-5">
        <Tabs
          label={SETTINGS_COPY.title}
          value={tab}
          onChange={(chosen) => show({ tab: chosen })}
          tabs={[
            {
              id: 'notifications',
              label: SETTINGS_COPY.notifications,
              panel: (
                <WhileActive isActive={isActive}>
                  <NotificationsTab onConnect={(channel) => show({ tab: 'connections', requested: channel })} />
                </WhileActive>
              ),
            },
            {
              id: 'limits',
              label: SETTINGS_COPY.limits,
              panel: (
                <WhileActive isActive={isActive}>
                  <UsageLimitsTab />
                </WhileActive>
              ),
            },
            {
              id: 'connections',
              label: SETTINGS_COPY.connections,
              panel: (
                <LazyPart fallback={<Skeleton className="h-96" label="Loading connections" />}>
                  <ConnectionsTab requested={requested} />
                </LazyPart>
              ),
            },
            {
              id: 'names',
              label: SETTINGS_COPY.names,
              panel: (
                <LazyPart fallback={<Skeleton className="h-96" label="Loading names and words" />}>
                  <NamesTab />
                </LazyPart>
              ),
            },
          ]}
        />
      </div>
    </>
  );
}

function WhileActive({ isActive, children }: { isActive: boolean; children: ReactNode }): ReactNode {
  return (
    <fieldset disabled={!isActive} className="min-w-0 transition-opacity disabled:opacity-75">
      {children}
    </fieldset>
  );
}
