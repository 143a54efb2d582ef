import { useTestApi } from '@ringwell/testing/start-api';

// `{user}` and `{call}` are placeholders for ids.
const POLLED_BY_ADMINISTRATORS = [
  '/api/admin/activity',
  '/api/admin/contact-messages?state=new',
  '/api/admin/usage/system?days=30',
  '/api/admin/usage/user/{user}?days=30',
  '/api/admin/users',
  '/api/admin/users/{user}/errors',
];
const POLLED_BY_MEMBERS = [
  '/api/calls/{call}',
  '/api/my/saved-filters',
  '/api/my/invitations',
  '/api/my/members',
  '/api/my/recent-calls',
  '/api/my/usage',
];

describe('Routes that pages poll', () => {
  const { api, database } = useTestApi();

  it('respond with 304 while nothing has changed', async () => {
    const owner = await database.makeAccount();
    const { id: callId } = await database.makeCompletedCall(owner.account.id);
    const administrator = await database.makeAccount({ user: { role: 'admin' } });
    const polls = [
      { client: await api.signIn(administrator.user), paths: POLLED_BY_ADMINISTRATORS },
      { client: await api.signIn(owner.user), paths: POLLED_BY_MEMBERS },
    ];
    for (const { client, paths } of polls) {
      for (const path of paths.map((each) => each.replace('{user}', owner.user.id).replace('{call}', callId))) {
        const response = await client.get(path);
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          200,
          'private, no-cache',
        ]);
        // Revalidates like a browser. fetch would send no-cache, which forbids a 304.
        const headers = { 'if-none-match': String(response.headers.get('etag')), 'cache-control': 'max-age=0' };
        const { status, body } = await client.get(path, headers);
        expect([path, status, body]).toEqual([path, 304, '']);
      }
    }
  });
});
