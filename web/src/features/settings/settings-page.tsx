import { Lock } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, NavLink, useLocation, useParams } from 'react-router';

import { COPY } from '../../lib/copy';
import { PATHS, settingsPath } from '../../lib/paths';
import { useHasRole, useUser } from '../../lib/session/session';
import { ButtonLink } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Card } from '../../ui/layout/card';
import { lazyArea } from '../../ui/lazy-part';
import { MasterSwitch, SettingsForm } from './settings-form';
import { GROUPS, SettingsPanel, type SettingsSection as Section } from './settings-groups';

const UndeliveredCard = lazyArea(async () => (await import('./notifications/undelivered-card')).UndeliveredCard);

export function SettingsPage(): ReactNode {
  const { status } = useUser();
  const canChange = useHasRole('manager');
  const { part: id } = useParams();
  const group = GROUPS.find((item) => item.id === id);
  if (status === 'demo') return <Navigate to={PATHS.home} replace />;
  if (!canChange) return <SettingsUnavailable />;
  if (!group) return <Navigate to={getCurrentPath(id)} replace />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <GroupLinks />
      <SettingsForm>
        <div key={group.id} className="grid max-w-[64rem] grid-cols-1 gap-6">
          <Card>
            <MasterSwitch />
          </Card>
          {group.id === 'alerts' && <UndeliveredCard />}
          {group.sections.map((section) => (
            <SettingsSection key={section.id} {...section} />
          ))}
        </div>
      </SettingsForm>
    </div>
  );
}

/** The current path of a former page that old emails and bookmarks still link to. */
function getCurrentPath(part: string | undefined): string {
  const group = GROUPS.find(({ sections }) => sections.some((section) => section.id === part));
  return group ? settingsPath(group.id, part) : settingsPath(GROUPS[0].id);
}

// A link to `#<id>` scrolls the section into view.
function SettingsSection(section: Section): ReactNode {
  const { id, label } = section;
  const { hash, key } = useLocation();
  const isRequested = hash === `#${id}`;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isRequested) return;
    container.current?.focus({ preventScroll: true });
    container.current?.scrollIntoView();
  }, [isRequested, key]);
  return (
    <div ref={container} id={id} tabIndex={-1} className="outline-none">
      <Card title={label}>
        <SettingsPanel {...section} />
      </Card>
    </div>
  );
}

function SettingsUnavailable(): ReactNode {
  const { memberRole } = useUser();
  return (
    <Card>
      <EmptyState
        icon={<Lock />}
        title="Only owners and managers can change settings"
        text={`You're a ${memberRole} on this account. Ask an owner to change your role, or a manager to make the change.`}
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
