import type { CurrentUser, Subscription } from '../api/types';
import { happiness } from './happiness';
import { systemHealth } from './system-health';

const TEST_USER: CurrentUser = {
  id: 'u1',
  accountId: 'account-u1',
  accountName: 'Becker Plumbing',
  memberRole: 'owner',
  email: 'sam@becker.example',
  firstName: 'Sam',
  lastName: 'Becker',
  profileImageUrl: null,
  company: 'Becker Plumbing',
  timeZone: 'America/New_York',
  hasPassword: true,
  isImpersonated: false,
  requiredStep: null,
  hasWeakPassword: false,
  role: 'user',
  status: 'active',
  activatedAt: '2026-01-31T10:00:00.000Z',
  createdAt: '2026-01-02T10:00:00.000Z',
};

export const TEST_USERS = {
  user: TEST_USER,
  demo: {
    ...TEST_USER,
    id: 'd1',
    accountId: 'account-d1',
    accountName: 'kim@example.com',
    email: 'kim@example.com',
    firstName: null,
    lastName: null,
    status: 'demo',
    activatedAt: null,
  },
  admin: {
    ...TEST_USER,
    id: 'a1',
    accountId: 'account-a1',
    accountName: 'Reyes HVAC',
    email: 'dana@reyes.example',
    firstName: 'Dana',
    lastName: 'Reyes',
    role: 'admin',
  },
} as const satisfies Record<string, CurrentUser>;

export const NO_SUBSCRIPTION: Subscription = {
  status: null,
  plan: null,
  addOns: [],
  currentPeriodEnd: null,
  canManage: false,
};

export function responsesFor(user: CurrentUser): Record<string, unknown> {
  return {
    'GET /api/auth/user': user,
    'GET /api/my/accounts': [{ id: user.accountId, name: user.accountName, role: user.memberRole, isCurrent: true }],
    'GET /api/public/config': { billingEnabled: true },
    'GET /api/my/basic-calls': { calls: 0, accounts: 0, progress: null },
    'GET /api/admin/basic-calls': { calls: 0, accounts: 0, progress: null },
    'GET /api/admin/system-health': systemHealth(),
    'GET /api/admin/impersonation-status': { isImpersonating: false, impersonatedUser: null, admin: null },
    'GET /api/my/usage': {
      totalMinutes: 812.4,
      totalInstanceRuns: 214,
      totalApiCalls: 96,
      totalCalls: 214,
      periodStartsAt: '2026-01-31T00:00:00.000Z',
      resetsAt: '2026-02-28T00:00:00.000Z',
    },
    'GET /api/follow-ups/counts': { waiting: 0, overdue: 0, mine: 0, unassigned: 0, snoozed: 0 },
    'GET /api/follow-ups': { followUps: [], nextCursor: null },
    'GET /api/my/agents': [],
    'GET /api/my/team/assistants': [],
    'GET /api/my/happiness': happiness(),
    'GET /api/my/recent-calls': [],
    'GET /api/my/undelivered': [],
    'GET /api/my/processing-time': { usualMinutes: 2 },
    'GET /api/billing/subscription': NO_SUBSCRIPTION,
    'GET /api/admin/usage/system': {
      totalUsers: 48,
      activeUsers: 31,
      totalApiCalls: 12_840,
      totalMinutes: 20_412.6,
      totalInstanceRuns: 5_120,
    },
    'GET /api/admin/activity': [],
  };
}

export const SIGNED_OUT = { statusCode: 401, code: 'SIGNED_OUT', message: 'Unauthorized: you are not signed in.' };
