import type { ReactNode } from 'react';

import { Skeleton } from '../../ui/feedback/skeleton';
import { Tabs } from '../../ui/layout/tabs';
import { LazyPart } from '../../ui/lazy-part';
import { SETTINGS_COPY } from './settings-copy';
import { MasterSwitch, WhileActive } from './settings-form';
import { GROUPS, type SettingsSection } from './settings-groups';

/** An account's settings, grouped as on the settings page, for administrators. */
export function SettingsTabs(): ReactNode {
  return (
    <>
      <MasterSwitch />
      <div className="mt-5">
        <Tabs
          label={SETTINGS_COPY.title}
          tabs={GROUPS.map(({ id, label, sections }) => ({ id, label, panel: <Sections sections={sections} /> }))}
        />
      </div>
    </>
  );
}

function Sections({ sections }: { sections: readonly SettingsSection[] }): ReactNode {
  const sharedSections = sections.filter(({ isForOwnAccount }) => !isForOwnAccount);
  return (
    <div className="grid grid-cols-1 gap-8">
      {sharedSections.map(({ id, label, Panel, isForActiveAccount }) => {
        const panel = <Panel />;
        return (
          <section key={id} aria-label={label}>
            {sharedSections.length > 1 && <h3 className="mb-4 text-prose">{label}</h3>}
            <LazyPart fallback={<Skeleton className="h-96" label={`Loading ${label.toLowerCase()}`} />}>
              {isForActiveAccount ? <WhileActive>{panel}</WhileActive> : panel}
            </LazyPart>
          </section>
        );
      })}
    </div>
  );
}
