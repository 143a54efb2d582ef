import type { ReactNode } from 'react';

import { ExportSection } from '../exports/export-section';
import { useSettings } from '../settings-context';
import { PrivacyTab } from './privacy-tab';

/** Privacy and exports. Administrators see another account's settings, but not its exports. */
export function PrivacySettings(): ReactNode {
  const isOwnAccount = useSettings().editedUserId === undefined;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PrivacyTab />
      {isOwnAccount && <ExportSection />}
    </div>
  );
}
