import type { Session } from '../lib/session/session';

export type RouteAccess =
  // `/`: the landing page, the user's home page or the administrator's.
  | 'home'
  | 'sign-in'
  | 'everyone'
  | 'signed-in'
  // Like `signed-in`, but visitors return here after signing in, because links in messages lead to these pages.
  | 'signed-in-from-link'
  // An administrator's own dashboard; other users have theirs at `/`.
  | 'own-dashboard'
  | 'admin'
  // Like `admin`, but tells other users why they need to be an administrator.
  | 'admin-explained';

export type RouteView =
  | 'loading'
  | 'unavailable'
  | 'page'
  | 'not-found'
  | 'admin-required'
  | 'landing'
  | 'user-home'
  | 'admin-home'
  | 'go-home'
  | 'go-to-sign-in'
  | 'log-in'
  | 'log-in-and-return';

const UNKNOWN = { loading: 'loading', unavailable: 'unavailable' } as const;

export const ROUTE_VIEWS: Record<RouteAccess, Record<Session['state'], RouteView>> = {
  home: { ...UNKNOWN, visitor: 'landing', user: 'user-home', admin: 'admin-home' },
  'sign-in': { ...UNKNOWN, visitor: 'page', user: 'go-home', admin: 'go-home' },
  everyone: { loading: 'page', unavailable: 'page', visitor: 'page', user: 'page', admin: 'page' },
  'signed-in': { ...UNKNOWN, visitor: 'go-to-sign-in', user: 'page', admin: 'page' },
  'signed-in-from-link': { ...UNKNOWN, visitor: 'log-in-and-return', user: 'page', admin: 'page' },
  'own-dashboard': { ...UNKNOWN, visitor: 'log-in-and-return', user: 'go-home', admin: 'page' },
  admin: { ...UNKNOWN, visitor: 'log-in', user: 'not-found', admin: 'page' },
  'admin-explained': { ...UNKNOWN, visitor: 'log-in', user: 'admin-required', admin: 'page' },
};
