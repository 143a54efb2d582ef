export interface Endpoint {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
  // Explains what a test does with the administrator's session.
  testNote: string;
}

/** Endpoints that automations call with one of the account's tokens. */
export function listEndpoints(userId: string): Endpoint[] {
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
