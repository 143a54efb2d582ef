import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';

import { useShortcut } from '../../../lib/browser/shortcuts';
import { COPY } from '../../../lib/copy';
import { callPath, PATHS, SECONDS_PARAMETER } from '../../../lib/paths';
import { useUser } from '../../../lib/session/session';
import { Tooltip } from '../../../ui/overlays/tooltip';
import { readListOrigin } from '../list-origin';
import { getAdjacentCalls } from './adjacent-calls';
import { CallView } from './call-view';

// React Router's key for the location where the browser opened the app.
const FIRST_LOCATION_KEY = 'default';

/** The call page. `?t=65` in the URL starts 65 seconds into the recording. Escape goes back. */
export function CallPage(): ReactNode {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const location = useLocation();
  const origin = readListOrigin(location.state);
  const [search] = useSearchParams();
  // Demo accounts see their calls on the dashboard.
  const isDemo = useUser().status === 'demo';
  const listPath = isDemo ? PATHS.home : PATHS.calls + origin.search;
  const close = (): void => {
    if (location.key === FIRST_LOCATION_KEY) void navigate(listPath);
    else void navigate(-1);
  };
  useShortcut({ key: 'escape' }, close);
  const showCall = (callId: string): void => void navigate(callPath(callId), { state: origin, replace: true });
  return (
    <div className="flex min-h-[24rem] flex-col overflow-hidden bg-surface max-md:-mx-4 max-md:-my-4 max-md:h-[calc(100svh-var(--banner-height)-var(--bar-height)-3.5rem)] md:h-[calc(100svh-var(--banner-height)-7rem)] md:rounded-card md:border short:h-auto! short:overflow-clip">
      <CallView
        id={id}
        adjacentCalls={getAdjacentCalls(origin.ids, id, showCall)}
        closeButton={<BackToList to={listPath} name={isDemo ? COPY.nav.dashboard : 'All calls'} />}
        onDeleted={() => void navigate(listPath)}
        startMs={parseStartMs(search)}
        isFullPage
      />
    </div>
  );
}

function parseStartMs(search: URLSearchParams): number | undefined {
  const seconds = Number(search.get(SECONDS_PARAMETER) ?? NaN);
  return seconds >= 0 && Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}

function BackToList({ to, name }: { to: string; name: string }): ReactNode {
  return (
    <Tooltip text={name}>
      <Link
        to={to}
        aria-label={name}
        className="inline-grid size-10 shrink-0 place-items-center rounded-control text-fg-muted transition-colors hover:bg-sunken hover:text-fg pointer-coarse:size-11"
      >
        <X aria-hidden className="size-4.5" />
      </Link>
    </Tooltip>
  );
}
