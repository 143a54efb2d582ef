import type { ReactNode } from 'react';

import { ExportSection } from '../exports/export-section';
import { PrivacyTab } from './privacy-tab';

/** Privacy on the settings page. Administrators see another account's settings without its exports. */
export function PrivacyPart(): ReactNode {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PrivacyTab />
      <ExportSection />
    </div>
  );
}
