import type { ComponentType } from 'react';

import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { lazyPart } from '../ui/lazy-part';
import type { Access } from './route-access';

export interface Screen {
  title: string;
  /** Under the title in the header of the shell. */
  subtitle?: string;
  /** `shell` is the frame with sidebar and header; a bare screen brings its own header and `<main id="main">`. */
  frame: 'shell' | 'bare';
  Page: ComponentType;
  /** For access `admin-explained`: what other users are told. */
  adminRequired?: string;
}

interface Route extends Screen {
  path: string;
  access: Exclude<Access, 'home'>;
}

/** What `/` shows, by who asks. */
export const HOMES = {
  landing: {
    title: COPY.landing.headline,
    frame: 'bare',
    Page: lazyPart(async () => (await import('../features/landing/landing-page')).LandingPage),
  },
  'user-home': {
    title: COPY.nav.dashboard,
    subtitle: 'Your calls and how happy your customers are',
    frame: 'shell',
    Page: lazyPart(async () => (await import('./home-pages/user-home-page')).UserHome),
  },
  'admin-home': {
    title: COPY.nav.adminDashboard,
    subtitle: 'Everything at a glance',
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/admin-dashboard/admin-home-page')).AdminHomePage),
  },
} satisfies Record<string, Screen>;

/** Every other page. A path that is not here is a 404. */
export const ROUTES: readonly Route[] = [
  {
    path: PATHS.signIn,
    access: 'sign-in',
    title: COPY.landing.signIn,
    frame: 'bare',
    Page: lazyPart(async () => (await import('../features/auth/sign-in-page')).SignInPage),
  },
  {
    path: PATHS.checkoutSuccess,
    access: 'everyone',
    title: 'Subscription',
    frame: 'bare',
    Page: lazyPart(async () => (await import('../features/checkout/checkout-success-page')).CheckoutSuccessPage),
  },
  {
    path: PATHS.demo,
    access: 'signed-in',
    title: COPY.upload.page,
    frame: 'bare',
    Page: lazyPart(async () => (await import('../features/demo/demo-page')).DemoPage),
  },
  {
    path: PATHS.users,
    access: 'admin',
    title: COPY.users.title,
    subtitle: COPY.users.subtitle,
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/users/users-page')).UsersPage),
  },
  {
    path: PATHS.tokens,
    access: 'admin-explained',
    adminRequired: COPY.adminRequired.tokens,
    title: COPY.tokens.title,
    subtitle: 'Bearer tokens for n8n and other automations',
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/tokens/tokens-page')).TokensPage),
  },
  {
    path: PATHS.analytics,
    access: 'admin-explained',
    adminRequired: COPY.adminRequired.analytics,
    title: COPY.analytics.title,
    subtitle: 'Usage by account and system status',
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/analytics/analytics-page')).AnalyticsPage),
  },
  {
    path: PATHS.docs,
    access: 'admin',
    title: COPY.docs.title,
    subtitle: 'Every endpoint, with examples',
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/docs/docs-page')).DocsPage),
  },
  {
    path: PATHS.calls,
    access: 'signed-in-from-link',
    title: COPY.calls.title,
    subtitle: COPY.calls.subtitle,
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/calls/list/calls-page')).CallsPage),
  },
  {
    path: PATHS.call,
    access: 'signed-in-from-link',
    title: COPY.calls.one,
    frame: 'shell',
    Page: lazyPart(async () => (await import('../features/calls/details/call-page')).CallPage),
  },
];
