export interface Endpoint {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  /** What a test sends. */
  body?: Record<string, unknown>;
  /** What a test with the administrator's own session shows or does. */
  testNote: string;
}

/** What an automation calls with a token of the account. */
export function endpointsOf(userId: string): Endpoint[] {
  return [
    {
      name: 'Profile',
      method: 'GET',
      path: `/api/n8n/profile/${encodeURIComponent(userId)}`,
      testNote: 'The test reads this account.',
    },
    {
      name: 'Settings',
      method: 'GET',
      path: '/api/account/settings',
      testNote: "The test reads your own account's settings.",
    },
    {
      name: 'Usage',
      method: 'POST',
      path: '/api/account/usage',
      testNote: 'The test records zero usage for your own account.',
      body: { minutes: 0, instanceRuns: 0, apiCalls: 0, source: 'manual' },
    },
  ];
}
