// Constants for the web app. Prices, limits and labels are in libs/domain.

export const RECENT_ITEMS = 5;
export const ANALYTICS_DAYS = 30;

export const IMPERSONATION_POLL_MS = 5_000;
export const TOKEN_LIST_POLL_MS = 30_000;
/** Poll interval while a call or a message about it is in progress. */
export const CALL_POLL_MS = 5_000;
/** Poll interval for lists, usage and reports, which can change at any time. */
export const LIVE_POLL_MS = 12_000;
/** Polling while deliveries to a destination are paused, or for up to `durationMs` while a test message is queued. */
export const CONNECTION_POLL = { intervalMs: 5_000, durationMs: 600_000 } as const;
/** How long the transcript stays where the user scrolled before it follows the recording again. */
export const FOLLOW_PAUSE_MS = 4_000;
/** Delay between the last keystroke in a search and the request. */
export const SEARCH_DELAY_MS = 300;
/** Poll interval for what rarely changes: reports, messages that were sent, and deleted data, which may be restored. */
export const SLOW_POLL_MS = 60_000;
/** A worker is considered unresponsive after 15 seconds, so administrators see it within 30. */
export const SYSTEM_HEALTH_POLL_MS = 10_000;
/** How long a toast that announces a redirect is visible before the redirect. */
export const LEAVE_DELAY_MS = 500;

export const SAVED_NOTICE_MS = 2_000;

/** Simulated upload progress: advances in steps and stays at the cap until the response arrives. */
export const UPLOAD_PROGRESS = { stepPercent: 10, intervalMs: 200, capPercent: 90 } as const;
/** Polling of a demo job: ten minutes in total. */
export const DEMO_POLL = { intervalMs: 2_000, maxAttempts: 300 } as const;

export const TOAST = {
  durationMs: 5_000,
  swipeThresholdPx: 50,
  hotkey: 'F8',
  removeAfterMs: 1_000_000,
  /** How long a redirect waits for the code that shows its toast. */
  loadTimeoutMs: 3_000,
} as const;
export const TOOLTIP = { openDelayMs: 700, skipDelayMs: 300 } as const;

export const SIDEBAR = {
  cookie: 'sidebar_state',
  cookieDays: 7,
  width: '16rem',
  mobileWidth: '18rem',
  iconWidth: '3rem',
  shortcut: 'b',
} as const;

/** Below this width the sidebar is a sheet and tables are lists of cards. */
export const MOBILE_BREAKPOINT_PX = 768;
export const EDIT_USER_WIDTH_PX = 425;
