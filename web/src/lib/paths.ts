import { PAGES } from '@ringwell/domain/pages';

export const PATHS = PAGES;

/** Pages of the API that the browser navigates to. */
export const API_PATHS = { login: '/api/login', logout: '/api/logout' } as const;

export function callPath(id: string): string {
  return `/calls/${encodeURIComponent(id)}`;
}

/** @param section of the part, such as the channel of a connection */
export function settingsPath(part: string, section?: string): string {
  return `${PATHS.settings}/${part}${section === undefined ? '' : `#${section}`}`;
}

export function loginPathFrom(path: string): string {
  return `${API_PATHS.login}?returnTo=${encodeURIComponent(path)}`;
}
