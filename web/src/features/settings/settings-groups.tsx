import { Bell, Database, PhoneCall, Plug, Smile, type LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';

import type { SettingsPageName } from '../../lib/paths';
import { Skeleton } from '../../ui/feedback/skeleton';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { UsageLimitsTab } from './limits/usage-limits-tab';
import { NotificationsTab } from './notifications/notifications-tab';
import { SETTINGS_COPY } from './settings-copy';
import { WhileActive } from './settings-form';

export interface SettingsSection {
  /** The URL fragment, without the `#`. */
  id: string;
  label: string;
  Panel: ComponentType;
  /** Disabled while call processing is turned off. */
  isForActiveAccount?: true;
  /** Omitted when an administrator edits another account. */
  isForOwnAccount?: true;
}

interface SettingsGroup {
  id: SettingsPageName;
  label: string;
  Icon: LucideIcon;
  sections: readonly [SettingsSection, ...SettingsSection[]];
}

export const GROUPS: readonly [SettingsGroup, ...SettingsGroup[]] = [
  {
    id: 'alerts',
    label: 'Alerts',
    Icon: Bell,
    sections: [
      { id: 'notifications', label: 'Notifications', Panel: NotificationsTab, isForActiveAccount: true },
      {
        id: 'follow-ups',
        label: 'Follow-ups',
        Panel: lazyPart(async () => (await import('./follow-ups/follow-ups-tab')).FollowUpsTab),
      },
    ],
  },
  {
    id: 'calls',
    label: SETTINGS_COPY.calls,
    Icon: PhoneCall,
    sections: [
      { id: 'limits', label: SETTINGS_COPY.limits, Panel: UsageLimitsTab, isForActiveAccount: true },
      {
        id: 'names',
        label: 'Names and words',
        Panel: lazyPart(async () => (await import('./vocabulary/vocabulary-setting')).VocabularySetting),
      },
      {
        id: 'time',
        label: 'Time zone',
        Panel: lazyPart(async () => (await import('./time-zone-tab')).TimeZoneTab),
      },
    ],
  },
  {
    id: 'connections',
    label: SETTINGS_COPY.connections,
    Icon: Plug,
    sections: [
      {
        id: 'connections',
        label: SETTINGS_COPY.connections,
        Panel: lazyPart(async () => (await import('./connections/connections-tab')).ConnectionsTab),
      },
    ],
  },
  {
    id: 'labels',
    label: SETTINGS_COPY.labels,
    Icon: Smile,
    sections: [
      {
        id: 'labels',
        label: SETTINGS_COPY.labels,
        Panel: lazyPart(async () => (await import('./labels/labels-tab')).LabelsTab),
      },
      {
        id: 'guideline',
        label: 'Your guideline',
        Panel: lazyPart(async () => (await import('./guideline/guideline-tab')).GuidelineTab),
        isForOwnAccount: true,
      },
    ],
  },
  {
    id: 'data',
    label: SETTINGS_COPY.data,
    Icon: Database,
    sections: [
      {
        id: 'privacy',
        label: 'Privacy',
        Panel: lazyPart(async () => (await import('./privacy/privacy-settings')).PrivacySettings),
      },
      {
        id: 'storage',
        label: 'Storage',
        Panel: lazyPart(async () => (await import('./limits/storage-tab')).StorageTab),
      },
    ],
  },
];

/** A section's settings, without its title. */
export function SettingsPanel({ label, Panel, isForActiveAccount }: SettingsSection): ReactNode {
  const panel = <Panel />;
  return (
    <LazyPart fallback={<Skeleton className="h-96" label={`Loading ${label.toLowerCase()}`} />}>
      {isForActiveAccount ? <WhileActive>{panel}</WhileActive> : panel}
    </LazyPart>
  );
}
