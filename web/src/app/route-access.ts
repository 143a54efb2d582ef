import type { Session } from '../lib/session';

/** Who may see a page. */
export type Access =
  /** The landing page, the user's home or the administrator's. */
  | 'home'
  | 'sign-in'
  | 'everyone'
  | 'signed-in'
  /** Like signed-in, but a visitor signs in and comes back: links in messages lead here. */
  | 'signed-in-from-link'
  | 'admin'
  /** Like admin, but other users are told that they need to be one. */
  | 'admin-explained';

/** What is shown or done. */
export type View =
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

/** The whole of routing by state. */
export const VIEWS: Record<Access, Record<Session['state'], View>> = {
  home: { loading: 'loading', unavailable: 'unavailable', visitor: 'landing', user: 'user-home', admin: 'admin-home' },
  'sign-in': { loading: 'loading', unavailable: 'unavailable', visitor: 'page', user: 'go-home', admin: 'go-home' },
  everyone: { loading: 'page', unavailable: 'page', visitor: 'page', user: 'page', admin: 'page' },
  'signed-in': {
    loading: 'loading',
    unavailable: 'unavailable',
    visitor: 'go-to-sign-in',
    user: 'page',
    admin: 'page',
  },
  'signed-in-from-link': {
    loading: 'loading',
    unavailable: 'unavailable',
    visitor: 'log-in-and-return',
    user: 'page',
    admin: 'page',
  },
  admin: { loading: 'loading', unavailable: 'unavailable', visitor: 'log-in', user: 'not-found', admin: 'page' },
  'admin-explained': {
    loading: 'loading',
    unavailable: 'unavailable',
    visitor: 'log-in',
    user: 'admin-required',
    admin: 'page',
  },
};
