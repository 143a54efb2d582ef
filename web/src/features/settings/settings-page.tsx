import { Bell, Database, Lock, PhoneCall, Plug, Smile, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { Navigate, NavLink, useLocation, useParams } from 'react-router';

import { COPY } from '../../lib/copy';
import { PATHS, settingsPath, type SettingsPageName } from '../../lib/paths';
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

interface Section {
  /** The part of the address after `#`. */
  id: string;
  label: string;
  Panel: ComponentType;
  /** Disabled while the account is turned off. */
  isForActive?: true;
}

interface SettingsGroup {
  id: SettingsPageName;
  label: string;
  Icon: LucideIcon;
  sections: readonly [Section, ...Section[]];
}

const GROUPS: readonly [SettingsGroup, ...SettingsGroup[]] = [
  {
    id: 'alerts',
    label: SETTINGS_COPY.alerts,
    Icon: Bell,
    sections: [
      { id: 'notifications', label: SETTINGS_COPY.notifications, Panel: NotificationsTab, isForActive: true },
      {
        id: 'follow-ups',
        label: SETTINGS_COPY.followUps,
        Panel: lazyPart(async () => (await import('./follow-ups/follow-ups-tab')).FollowUpsTab),
      },
    ],
  },
  {
    id: 'calls',
    label: SETTINGS_COPY.calls,
    Icon: PhoneCall,
    sections: [
      { id: 'limits', label: SETTINGS_COPY.limits, Panel: UsageLimitsTab, isForActive: true },
      {
        id: 'names',
        label: SETTINGS_COPY.names,
        Panel: lazyPart(async () => (await import('./vocabulary/vocabulary-setting')).VocabularySetting),
      },
      {
        id: 'time',
        label: SETTINGS_COPY.time,
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
        label: SETTINGS_COPY.guideline,
        Panel: lazyPart(async () => (await import('./guideline/guideline-tab')).GuidelineTab),
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
        label: SETTINGS_COPY.privacy,
        Panel: lazyPart(async () => (await import('./privacy/privacy-part')).PrivacyPart),
      },
      {
        id: 'storage',
        label: SETTINGS_COPY.storage,
        Panel: lazyPart(async () => (await import('./limits/storage-tab')).StorageTab),
      },
    ],
  },
];

export function SettingsPage(): ReactNode {
  const { status } = useUser();
  const mayChange = useMay('manager');
  const { part: id } = useParams();
  const group = GROUPS.find((each) => each.id === id);
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  if (!mayChange) return <SettingsClosed />;
  if (!group) return <Navigate to={currentPath(id)} replace />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <GroupLinks />
      <SettingsForm>
        <div key={group.id} className="grid max-w-[64rem] grid-cols-1 gap-6">
          <Card>
            <MasterSwitch />
          </Card>
          {group.sections.map((section) => (
            <SettingsSection key={section.id} {...section} />
          ))}
        </div>
      </SettingsForm>
    </div>
  );
}

/** Address of what had a page of its own: links in sent emails and bookmarks lead there. */
function currentPath(part: string | undefined): string {
  const group = GROUPS.find(({ sections }) => sections.some((section) => section.id === part));
  return group ? settingsPath(group.id, part) : settingsPath(GROUPS[0].id);
}

// A link to `#` and its id scrolls it into view.
function SettingsSection({ id, label, Panel, isForActive }: Section): ReactNode {
  const { hash, key } = useLocation();
  const isRequested = hash === `#${id}`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [isRequested, key]);
  const panel = <Panel />;
  return (
    <div ref={box} id={id} tabIndex={-1} className="outline-none">
      <Card title={label}>
        <LazyPart fallback={<Skeleton className="h-96" label={`Loading ${label.toLowerCase()}`} />}>
          {isForActive ? <WhileActive>{panel}</WhileActive> : panel}
        </LazyPart>
      </Card>
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

function GroupLinks(): ReactNode {
  return (
    <nav aria-label={COPY.nav.settings}>
      <ul className="flex gap-1 max-lg:flex-wrap lg:flex-col">
        {GROUPS.map(({ id, label, Icon }) => (
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
