import { PAGES } from '@ringwell/domain/pages';

export const PATHS = PAGES;

/** Pages of the API that the browser navigates to. */
export const API_PATHS = { login: '/api/login', logout: '/api/logout' } as const;

export function callPath(id: string): string {
  return `/calls/${encodeURIComponent(id)}`;
}

export function accountPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

export function loginPathFrom(path: string): string {
  return `${API_PATHS.login}?returnTo=${encodeURIComponent(path)}`;
}
