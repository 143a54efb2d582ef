import { useState } from 'react';

import { useShortcut } from '../lib/browser/shortcuts';
import { useIsMobile } from '../lib/browser/use-media-query';
import { SIDEBAR } from '../lib/constants';

const DAY_SECONDS = 24 * 60 * 60;

interface Sidebar {
  isMobile: boolean;
  /** Whether the sidebar is expanded in wide windows; false shows the icon rail. Stored in a cookie. */
  isExpanded: boolean;
  isSheetOpen: boolean;
  setIsSheetOpen: (open: boolean) => void;
  toggle: () => void;
}

export function useSidebar(): Sidebar {
  const isMobile = useIsMobile();
  const [isExpanded, setIsExpanded] = useState(() => readCookie(SIDEBAR.cookie) !== 'false');
  const [isSheetOpen, setIsSheetOpen] = useState(false);

  const toggle = (): void => {
    if (isMobile) return setIsSheetOpen(!isSheetOpen);
    setIsExpanded(!isExpanded);
    writeCookie(SIDEBAR.cookie, String(!isExpanded), SIDEBAR.cookieDays);
  };
  useShortcut({ key: SIDEBAR.shortcut, command: true, inFields: true }, toggle);
  return { isMobile, isExpanded, isSheetOpen: isMobile && isSheetOpen, setIsSheetOpen, toggle };
}

function readCookie(name: string): string | null {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1));
}

function writeCookie(name: string, value: string, days: number): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * DAY_SECONDS}; samesite=lax`;
}
