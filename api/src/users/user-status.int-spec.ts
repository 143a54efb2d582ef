import { verifyPassword } from '@ringwell/platform/crypto/password';
import type { Answer, ProblemBody } from '@ringwell/testing/session-client';
import { isSignedIn, USERS, useUserAdministration } from '@ringwell/testing/use-user-administration';

import type { UserDto } from './dto/user.dto';

describe('User status', () => {
  const suite = useUserAdministration();
  const { api, userOf, activityOf, signedIn } = suite;
  const patch = (verb: string): Promise<Answer<UserDto & ProblemBody>> => suite.patch(verb);
  const disable = (): Promise<unknown> => suite.client.put(`${USERS}/${suite.target.user.id}`, { isActive: false });
  const actionsOf = async (id: string): Promise<string[]> => (await activityOf(id)).map(({ action }) => action);

  describe('activation and deactivation', () => {
    it('starts a new usage period on each activation and keeps the processing switch', async () => {
      await disable();
      await patch('deactivate');
      const before = Date.now();
      const { status, body } = await patch('activate');
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'active', isActive: false } });
      expect(Date.parse(body.activatedAt ?? '')).toBeGreaterThanOrEqual(before);
      expect(await actionsOf(suite.target.user.id)).toEqual([
        'User updated',
        'Tokens revoked',
        'User deactivated',
        'User activated',
      ]);
    });

    it('keeps the usage period when the user is already active', async () => {
      expect(await patch('activate')).toMatchObject({
        status: 200,
        body: { activatedAt: suite.target.user.activatedAt?.toISOString() },
      });
      expect(await activityOf(suite.target.user.id)).toEqual([]);
    });

    it('reverts to demo, revokes bearer tokens and keeps sessions on deactivation', async () => {
      const session = await signedIn(suite.target.user.id);
      const call = (): Promise<Response> =>
        fetch(`${api.url}/api/n8n/calls/${suite.target.user.id}`, {
          headers: { authorization: `Bearer ${suite.target.token}` },
        });
      expect((await call()).status).toBe(404);
      expect(await patch('deactivate')).toMatchObject({ status: 200, body: { status: 'demo', isActive: true } });
      const later = Date.now() + 30_000; // after the token cache expires
      const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
      expect((await call()).status).toBe(401);
      clock.mockRestore();
      expect(await isSignedIn(session)).toBe(true);
      expect(await activityOf(suite.target.user.id)).toMatchObject([
        { action: 'Tokens revoked', metadata: { count: 1 } },
        { action: 'User deactivated' },
      ]);
      await patch('deactivate');
      expect(await activityOf(suite.target.user.id)).toHaveLength(2);
    });
  });

  it('promotes a user to administrator once', async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await patch('make-admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await actionsOf(suite.target.user.id)).toEqual(['User promoted']);
  });

  describe('POST /api/admin/users/{id}/password', () => {
    const setPassword = (id: string, body: object): Promise<Answer<ProblemBody>> =>
      suite.client.post(`${USERS}/${id}/password`, body);

    it('signs the user out everywhere', async () => {
      const sessions = [await signedIn(suite.target.user.id), await signedIn(suite.target.user.id)];
      expect(await setPassword(suite.target.user.id, { password: ' new password ' })).toMatchObject({ status: 204 });
      expect(await verifyPassword((await userOf(suite.target.user.id)).passwordHash, ' new password ')).toBe(true);
      expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false]);
      expect(await actionsOf(suite.target.user.id)).toEqual(['Password updated']);
      expect(api.log.join('')).not.toContain('new password');
    });

    it('keeps the current session when administrators set their own password', async () => {
      const elsewhere = await signedIn(suite.administrator.id);
      expect(await setPassword(suite.administrator.id, { password: 'my own new one' })).toMatchObject({ status: 204 });
      expect(await Promise.all([suite.client, elsewhere].map(isSignedIn))).toEqual([true, false]);
    });

    it.each([[{ password: '12345' }], [{}], [{ password: 'long enough', passwordHash: 'x' }]])(
      'keeps the password when the request is invalid: %j',
      async (body) => {
        const session = await signedIn(suite.target.user.id);
        expect(await setPassword(suite.target.user.id, body)).toMatchObject({
          status: 400,
          body: { code: 'VALIDATION_FAILED' },
        });
        expect((await userOf(suite.target.user.id)).passwordHash).toBeNull();
        expect(await isSignedIn(session)).toBe(true);
      },
    );
  });
});
