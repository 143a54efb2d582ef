import { useState } from 'react';

import { SIDEBAR } from '../lib/constants';
import { readCookie, writeCookie } from '../lib/cookies';
import { useShortcut } from '../lib/shortcuts';
import { useIsMobile } from '../lib/use-media-query';

interface Sidebar {
  isMobile: boolean;
  /** On wide windows: false is the rail of icons. Kept in a cookie. */
  expanded: boolean;
  /** On phones. */
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  toggle: () => void;
}

/** The state of the sidebar, and its shortcut. */
export function useSidebar(): Sidebar {
  const isMobile = useIsMobile();
  const [expanded, setExpanded] = useState(() => readCookie(SIDEBAR.cookie) !== 'false');
  const [sheetOpen, setSheetOpen] = useState(false);

  const toggle = (): void => {
    if (isMobile) return setSheetOpen(!sheetOpen);
    setExpanded(!expanded);
    writeCookie(SIDEBAR.cookie, String(!expanded), SIDEBAR.cookieDays);
  };
  useShortcut({ key: SIDEBAR.shortcut, command: true }, toggle);
  return { isMobile, expanded, sheetOpen: isMobile && sheetOpen, setSheetOpen, toggle };
}
