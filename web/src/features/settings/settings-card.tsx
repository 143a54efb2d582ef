import { useQuery } from '@tanstack/react-query';
import { CirclePause } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import type { ConnectionChannel } from '@ringwell/domain/delivery';

import { ApiError } from '../../api/api-error';
import { toastFailure } from '../../lib/failure-toast';
import { mySettingsQuery } from '../../lib/my-settings-query';
import { useUser } from '../../lib/session';
import { useStore } from '../../lib/store';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { Tabs } from '../../ui/layout/tabs';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { useChangeSettings } from './api';
import { NotificationsTab } from './notifications-tab';
import { SaveQueue, type SettingName } from './save-queue';
import { SettingsContext, useSetting } from './settings-context';
import { SETTINGS_COPY } from './settings-copy';
import { SwitchSetting } from './switch-setting';
import { UsageLimitsTab } from './usage-limits-tab';

const ConnectionsTab = lazyPart(async () => (await import('./connections-tab')).ConnectionsTab);
const NamesTab = lazyPart(async () => (await import('./names-tab')).NamesTab);

// Each field is saved individually.
export function SettingsCard(): ReactNode {
  const { id } = useUser();
  return (
    <Card title={SETTINGS_COPY.title}>
      <Settings key={id} userId={id} />
    </Card>
  );
}

function Settings({ userId }: { userId: string }): ReactNode {
  // Lists are saved as a whole, so that old ones would undo what was added in another window.
  const { data, isError, refetch } = useQuery({ ...mySettingsQuery(userId), refetchOnWindowFocus: 'always' });
  const { mutateAsync: send } = useChangeSettings(userId);
  const [queue] = useState(() => new SaveQueue({ send, explain }));
  // Combined with the query here, so that a field never falls back to its old value between saving and refetching.
  const state = useStore(queue.state);
  const context = useMemo(() => data && { saved: data, state, queue }, [data, state, queue]);
  if (context)
    return (
      <SettingsContext value={context}>
        <SettingsTabs />
      </SettingsContext>
    );
  return isError ? (
    <LoadFailed what="your settings" onRetry={() => void refetch()} />
  ) : (
    <Skeleton className="h-96" label="Loading settings" />
  );
}

// Every failure shows the toast. The API's message about a field also goes next to it.
function explain(name: SettingName, error: unknown): string | null {
  const fieldError =
    error instanceof ApiError
      ? error.fieldErrors.find(({ field }) => field === name || field.startsWith(`${name}.`))
      : undefined;
  toastFailure(error, SETTINGS_COPY.failed);
  return fieldError?.message ?? null;
}

function SettingsTabs(): ReactNode {
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
