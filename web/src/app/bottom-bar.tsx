import { LayoutDashboard, PhoneCall, PhoneForwarded, Search, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { useUser } from '../lib/session/session';
import { FollowUpCount } from './sidebar';

const ITEM_CLASSES =
  'grid h-14 place-items-center content-center gap-0.5 text-meta font-semibold text-fg-muted -outline-offset-2 aria-[current=page]:text-primary [&_svg]:size-5';

/** Links to the pages people need most on a phone, within thumb reach. The sidebar has all the others. */
export function BottomBar({ onSearch }: { onSearch: () => void }): ReactNode {
  const { role } = useUser();
  return (
    <nav
      aria-label="Shortcuts"
      className="bar fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t bg-bg pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {role === 'admin' && (
        <NavLink to={PATHS.home} end className={ITEM_CLASSES}>
          <ShieldCheck aria-hidden />
          Admin
        </NavLink>
      )}
      <NavLink to={role === 'admin' ? PATHS.ownDashboard : PATHS.home} end className={ITEM_CLASSES}>
        <LayoutDashboard aria-hidden />
        {COPY.nav.today}
      </NavLink>
      <NavLink to={PATHS.followUps} className={ITEM_CLASSES}>
        <span className="relative grid place-items-center gap-0.5 px-2">
          <PhoneForwarded aria-hidden />
          {COPY.nav.followUps}
          <FollowUpCount isExpanded={false} />
        </span>
      </NavLink>
      <NavLink to={PATHS.calls} className={ITEM_CLASSES}>
        <PhoneCall aria-hidden />
        {COPY.nav.calls}
      </NavLink>
      <button type="button" aria-haspopup="dialog" className={ITEM_CLASSES} onClick={onSearch}>
        <Search aria-hidden />
        Search
      </button>
    </nav>
  );
}
