import type { Plan } from '@ringwell/domain/billing/plans';
import { PAGES } from '@ringwell/domain/web-paths';

export const PATHS = PAGES;

/** API pages that the browser navigates to. */
export const API_PATHS = {
  login: '/api/login',
  /** Like `login`, but shows the sign-up page if there is no sign-in provider. */
  tryFree: '/api/login?signUp=true',
  signUp: '/api/sign-up',
  logout: '/api/logout',
} as const;

/** URL parameter for the plan a visitor has chosen. */
export const PLAN_PARAMETER = 'plan';

/** URL parameter on the call page: where to start in the recording, in seconds. */
export const SECONDS_PARAMETER = 't';

/** @param atSeconds where to start in the recording and the transcript */
export function callPath(id: string, atSeconds?: number | null): string {
  const path = `/calls/${encodeURIComponent(id)}`;
  return atSeconds === undefined || atSeconds === null ? path : `${path}?${SECONDS_PARAMETER}=${atSeconds}`;
}

export function followUpPath(id: string): string {
  return `${PATHS.followUps}/${encodeURIComponent(id)}`;
}

export function customerPath(id: string): string {
  return `${PATHS.customers}/${encodeURIComponent(id)}`;
}

/** @param id the ID of an agent; a person may have several */
export function agentPath(id: string): string {
  return `/agents/${encodeURIComponent(id)}`;
}

export type SettingsPageName = 'alerts' | 'calls' | 'connections' | 'labels' | 'data';

/** @param section a section of the page, such as a connection's channel */
export function settingsPath(page: SettingsPageName, section?: string): string {
  return `${PATHS.settings}/${page}${section === undefined ? '' : `#${section}`}`;
}

/** A user's account page, for administrators. */
export function userAccountPath(id: string): string {
  return `/users/${encodeURIComponent(id)}`;
}

/** The security events by and about a user, for administrators. */
export function securityEventsPath(userId: string): string {
  return `${PATHS.securityEvents}?userId=${encodeURIComponent(userId)}`;
}

export function loginPathFrom(path: string): string {
  return `${API_PATHS.login}?returnTo=${encodeURIComponent(path)}`;
}

/** Makes a signed-in user sign in again to confirm their identity. */
export function signInAgainPath(returnTo: string): string {
  return `${loginPathFrom(returnTo)}&again=true`;
}

/** The home page with the 'Choose Your Plan' dialog open, for demo accounts. */
export function subscribePath(plan: Plan): string {
  return `${PATHS.home}?${PLAN_PARAMETER}=${plan}`;
}

/** The contact form, prefilled with a sentence about the plan. */
export function contactPath(plan: Plan): string {
  return `${PATHS.contact}?${PLAN_PARAMETER}=${plan}`;
}
