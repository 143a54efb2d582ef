import {
  Bell,
  Clock,
  Ear,
  EyeOff,
  Gauge,
  HardDrive,
  Lock,
  PhoneForwarded,
  Plug,
  Scale,
  SpellCheck,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, NavLink, useParams } from 'react-router';

import { COPY } from '../../lib/copy';
import { PATHS, settingsPath } from '../../lib/paths';
import { useMay, useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import { LazyPart, lazyPart } from '../../ui/lazy-part';
import { UsageLimitsTab } from './limits/usage-limits-tab';
import { NotificationsTab } from './notifications/notifications-tab';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch, SettingsForm, WhileActive } from './settings-form';

interface Part {
  id: string;
  label: string;
  Icon: LucideIcon;
  Panel: ComponentType;
  /** Disabled while the account is turned off. */
  isForActive?: true;
}

// The last segment of a part's address is its id.
const PARTS: readonly [Part, ...Part[]] = [
  {
    id: 'notifications',
    label: SETTINGS_COPY.notifications,
    Icon: Bell,
    Panel: NotificationsTab,
    isForActive: true,
  },
  { id: 'limits', label: SETTINGS_COPY.limits, Icon: Gauge, Panel: UsageLimitsTab, isForActive: true },
  {
    id: 'follow-ups',
    label: SETTINGS_COPY.followUps,
    Icon: PhoneForwarded,
    Panel: lazyPart(async () => (await import('./follow-ups/follow-ups-tab')).FollowUpsTab),
  },
  {
    id: 'connections',
    label: SETTINGS_COPY.connections,
    Icon: Plug,
    Panel: lazyPart(async () => (await import('./connections/connections-tab')).ConnectionsTab),
  },
  {
    id: 'guideline',
    label: SETTINGS_COPY.guideline,
    Icon: Scale,
    Panel: lazyPart(async () => (await import('./guideline/guideline-tab')).GuidelineTab),
  },
  {
    id: 'names',
    label: SETTINGS_COPY.names,
    Icon: SpellCheck,
    Panel: lazyPart(async () => (await import('./vocabulary/vocabulary-setting')).VocabularySetting),
  },
  {
    id: 'labels',
    label: SETTINGS_COPY.labels,
    Icon: Ear,
    Panel: lazyPart(async () => (await import('./labels/labels-tab')).LabelsTab),
  },
  {
    id: 'privacy',
    label: SETTINGS_COPY.privacy,
    Icon: EyeOff,
    Panel: lazyPart(async () => (await import('./privacy/privacy-part')).PrivacyPart),
  },
  {
    id: 'storage',
    label: SETTINGS_COPY.storage,
    Icon: HardDrive,
    Panel: lazyPart(async () => (await import('./limits/storage-tab')).StorageTab),
  },
  {
    id: 'time',
    label: SETTINGS_COPY.time,
    Icon: Clock,
    Panel: lazyPart(async () => (await import('./time-zone-tab')).TimeZoneTab),
  },
];

export function SettingsPage(): ReactNode {
  const { status } = useUser();
  const mayChange = useMay('manager');
  const { part: id } = useParams();
  const part = PARTS.find((each) => each.id === id);
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  if (!mayChange) return <SettingsClosed />;
  if (!part) return <Navigate to={settingsPath(PARTS[0].id)} replace />;
  const { label, Panel, isForActive } = part;
  const panel = <Panel />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <PartLinks />
      <SettingsForm>
        <div className="grid max-w-[64rem] gap-6">
          <Card>
            <MasterSwitch />
          </Card>
          <Card title={label}>
            <LazyPart key={part.id} fallback={<Skeleton className="h-96" label={`Loading ${label.toLowerCase()}`} />}>
              {isForActive ? <WhileActive>{panel}</WhileActive> : panel}
            </LazyPart>
          </Card>
        </div>
      </SettingsForm>
    </div>
  );
}

function SettingsClosed(): ReactNode {
  const { memberRole } = useUser();
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Owners and managers change the settings"
        text={`You're a ${memberRole} of this account. Ask an owner to change your role, or a manager to change the setting.`}
      >
        <ButtonLink to={PATHS.team} variant="outline">
          See the team
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}

function PartLinks(): ReactNode {
  return (
    <nav aria-label={COPY.nav.settings}>
      <ul className="flex gap-1 max-lg:flex-wrap lg:flex-col">
        {PARTS.map(({ id, label, Icon }) => (
          <li key={id}>
            <NavLink
              to={settingsPath(id)}
              className="flex h-10 items-center gap-2.5 rounded-control border border-transparent px-3 font-medium text-fg-muted transition-colors hover:bg-sunken hover:text-fg aria-[current=page]:border-border aria-[current=page]:bg-surface aria-[current=page]:text-fg forced-colors:aria-[current=page]:border-[Highlight] pointer-coarse:h-11"
            >
              <Icon aria-hidden className="size-4.5 shrink-0" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
