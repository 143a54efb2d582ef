import type { ComponentType } from 'react';

import { COPY } from '../lib/copy';
import { PATHS } from '../lib/paths';
import { lazyPart } from '../ui/lazy-part';
import type { RouteAccess } from './route-access';

export interface PageDefinition {
  title: string;
  /** Shown below the title in the shell's header. */
  subtitle?: string;
  /** Whether the page has its own header and `<main id="main">` instead of the shell's, with the sidebar. */
  isBare?: true;
  Component: ComponentType;
  /** What non-administrators see when the access is `admin-explained`. */
  adminRequired?: string;
}

interface Route extends PageDefinition {
  path: string;
  access: Exclude<RouteAccess, 'home'>;
}

const OWN_DASHBOARD = {
  title: COPY.nav.dashboard,
  subtitle: 'Your calls and how happy your customers are',
  Component: lazyPart(async () => (await import('./home-pages/user-home-page')).UserHomePage),
} as const satisfies PageDefinition;

const SETTINGS = {
  title: COPY.nav.settings,
  subtitle: "Your account's alerts, limits and connections",
  access: 'signed-in-from-link',
  Component: lazyPart(async () => (await import('../features/settings/settings-page')).SettingsPage),
} as const;

export const HOME_PAGES = {
  landing: {
    title: COPY.landing.headline,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/landing/landing-page')).LandingPage),
  },
  'user-home': OWN_DASHBOARD,
  'admin-home': {
    title: COPY.nav.adminDashboard,
    subtitle: 'Everything at a glance',
    Component: lazyPart(async () => (await import('../features/admin-dashboard/admin-home-page')).AdminHomePage),
  },
} satisfies Record<string, PageDefinition>;

// Any other path is a 404.
export const ROUTES: readonly Route[] = [
  {
    path: PATHS.signIn,
    access: 'sign-in',
    title: COPY.landing.signIn,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/auth/sign-in-start-page')).SignInPage),
  },
  {
    path: PATHS.checkoutSuccess,
    access: 'everyone',
    title: 'Subscription',
    isBare: true,
    Component: lazyPart(async () => (await import('../features/checkout/checkout-success-page')).CheckoutSuccessPage),
  },
  {
    path: PATHS.contact,
    access: 'everyone',
    title: COPY.contact,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/landing/contact-page')).ContactPage),
  },
  {
    path: PATHS.account,
    access: 'signed-in-from-link',
    ...COPY.account,
    Component: lazyPart(async () => (await import('../features/account/account-page')).AccountPage),
  },
  {
    path: PATHS.privacy,
    access: 'everyone',
    title: COPY.legal.privacy,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/legal/legal-pages')).PrivacyPage),
  },
  {
    path: PATHS.terms,
    access: 'everyone',
    title: COPY.legal.terms,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/legal/legal-pages')).TermsPage),
  },
  {
    path: PATHS.recordingConsent,
    access: 'everyone',
    title: COPY.legal.recordingConsent,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/legal/recording-consent-page')).RecordingConsentPage),
  },
  {
    path: PATHS.status,
    access: 'everyone',
    title: COPY.status,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/status/status-page')).StatusPage),
  },
  {
    path: PATHS.shared,
    access: 'everyone',
    title: COPY.shared,
    isBare: true,
    Component: lazyPart(async () => (await import('../features/shared-call/shared-call-page')).SharedCallPage),
  },
  {
    path: PATHS.demo,
    access: 'signed-in',
    title: 'Demo',
    isBare: true,
    Component: lazyPart(async () => (await import('../features/demo/demo-page')).DemoPage),
  },
  {
    path: PATHS.users,
    access: 'admin',
    title: COPY.users.title,
    subtitle: 'Manage users and their access permissions',
    Component: lazyPart(async () => (await import('../features/users/users-page')).UsersPage),
  },
  {
    path: PATHS.tokens,
    access: 'admin-explained',
    adminRequired: COPY.adminRequired.tokens,
    title: 'API Token Management',
    subtitle: 'Bearer tokens for n8n and other automations',
    Component: lazyPart(async () => (await import('../features/tokens/tokens-page')).TokensPage),
  },
  {
    path: PATHS.analytics,
    access: 'admin-explained',
    adminRequired: 'You need administrator privileges to view usage analytics.',
    title: 'Usage Analytics',
    subtitle: 'Usage by account and system status',
    Component: lazyPart(async () => (await import('../features/analytics/analytics-page')).AnalyticsPage),
  },
  {
    path: PATHS.activity,
    access: 'admin',
    title: COPY.nav.activity,
    subtitle: 'Who did what, when and from where',
    Component: lazyPart(async () => (await import('../features/activity/activity-page')).ActivityPage),
  },
  {
    path: PATHS.securityEvents,
    access: 'admin',
    title: COPY.nav.securityEvents,
    subtitle: 'Sign-ins, denied requests, and changes to permissions and passwords',
    Component: lazyPart(
      async () => (await import('../features/security-events/security-events-page')).SecurityEventsPage,
    ),
  },
  {
    path: PATHS.messages,
    access: 'admin',
    title: COPY.nav.messages,
    subtitle: 'From the contact form',
    Component: lazyPart(async () => (await import('../features/admin-messages/messages-page')).MessagesPage),
  },
  {
    path: PATHS.userAccount,
    access: 'admin',
    title: 'Account',
    subtitle: "One user's usage, settings, activity and errors",
    Component: lazyPart(async () => (await import('./user-account-page')).UserAccountPage),
  },
  {
    path: PATHS.docs,
    access: 'admin',
    title: 'API Documentation',
    subtitle: 'Every endpoint, with examples',
    Component: lazyPart(async () => (await import('../features/docs/docs-page')).DocsPage),
  },
  {
    path: PATHS.calls,
    access: 'signed-in-from-link',
    title: COPY.calls.title,
    subtitle: 'Every call, summarized and labeled',
    Component: lazyPart(async () => (await import('../features/calls/list/calls-page')).CallsPage),
  },
  {
    path: PATHS.call,
    access: 'signed-in-from-link',
    title: COPY.calls.one,
    Component: lazyPart(async () => (await import('../features/calls/details/call-page')).CallPage),
  },
  {
    path: PATHS.followUps,
    access: 'signed-in-from-link',
    title: COPY.nav.followUps,
    subtitle: 'Customers to call back, most urgent first',
    Component: lazyPart(async () => (await import('../features/follow-ups/follow-ups-page')).FollowUpsPage),
  },
  {
    path: PATHS.followUp,
    access: 'signed-in-from-link',
    title: 'Follow-up',
    Component: lazyPart(async () => (await import('../features/follow-ups/follow-up-page')).FollowUpPage),
  },
  {
    path: PATHS.happiness,
    access: 'signed-in-from-link',
    title: COPY.nav.happiness,
    subtitle: 'How your customers feel after their calls',
    Component: lazyPart(async () => (await import('../features/reports/happiness-page')).HappinessPage),
  },
  {
    path: PATHS.bookings,
    access: 'signed-in-from-link',
    title: COPY.nav.bookings,
    subtitle: "How many leads were booked, and why the rest weren't",
    Component: lazyPart(async () => (await import('../features/reports/bookings/bookings-page')).BookingsPage),
  },
  {
    path: PATHS.agent,
    access: 'signed-in-from-link',
    title: 'Agent',
    subtitle: 'How happy customers are after calls with one agent',
    Component: lazyPart(async () => (await import('../features/reports/agent-page')).AgentPage),
  },
  {
    path: PATHS.checks,
    access: 'signed-in-from-link',
    ...COPY.checks,
    Component: lazyPart(async () => (await import('../features/calls/checks/checks-page')).ChecksPage),
  },
  {
    path: PATHS.customers,
    access: 'signed-in-from-link',
    title: COPY.nav.customers,
    subtitle: 'Everyone who called, and how happy they are',
    Component: lazyPart(async () => (await import('../features/customers/customers-page')).CustomersPage),
  },
  {
    path: PATHS.customer,
    access: 'signed-in-from-link',
    title: 'Customer',
    Component: lazyPart(async () => (await import('../features/customers/customer-page')).CustomerPage),
  },
  {
    path: PATHS.team,
    access: 'signed-in-from-link',
    title: COPY.nav.team,
    subtitle: 'Who has access to this account, and what they can do',
    Component: lazyPart(async () => (await import('../features/team/team-page')).TeamPage),
  },
  {
    path: PATHS.teamActivity,
    access: 'signed-in-from-link',
    title: COPY.nav.activity,
    subtitle: 'Who did what in this account',
    Component: lazyPart(async () => (await import('../features/activity/team-activity-page')).TeamActivityPage),
  },
  { ...OWN_DASHBOARD, path: PATHS.ownDashboard, access: 'own-dashboard' },
  { ...SETTINGS, path: PATHS.settings },
  { ...SETTINGS, path: PATHS.settingsPart },
];
