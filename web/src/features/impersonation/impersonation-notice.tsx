import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import type { Impersonation } from './api';

interface ImpersonationNoticeProps {
  impersonation: Impersonation;
  isExiting: boolean;
  onExit: () => void;
}

export function ImpersonationNotice({ impersonation, isExiting, onExit }: ImpersonationNoticeProps): ReactNode {
  return (
    <div className="banner sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 bg-accent px-4 py-2 text-on-accent md:h-(--banner-height) md:flex-nowrap print:hidden">
      <p role="status" className="flex flex-wrap items-center justify-center gap-x-2 font-medium">
        <Eye aria-hidden className="size-4" />
        <span className="font-semibold">{COPY.impersonation.viewingAs(impersonation.viewedName)}</span>
        <span>{`(Admin: ${impersonation.adminEmail})`}</span>
      </p>
      <button
        type="button"
        disabled={isExiting}
        onClick={onExit}
        className="min-h-8 rounded-control border border-current px-3 font-semibold transition-colors hover:bg-on-accent hover:text-accent focus-visible:outline-on-accent disabled:opacity-60 pointer-coarse:min-h-11"
      >
        {isExiting ? 'Exiting...' : COPY.impersonation.exit}
      </button>
    </div>
  );
}
