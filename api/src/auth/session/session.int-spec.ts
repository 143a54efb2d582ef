import { JwtService } from '@nestjs/jwt';

import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const PATH = '/api/auth/user';

describe('A session', () => {
  const { api, database, account, user, client } = useSignedInOwner({ user: { firstName: 'Dana' } });

  const update = (sql: string): Promise<unknown> =>
    database.query(`update sessions set ${sql} where user_id = $1`, [user.id]);
  const findSession = (): Promise<Session> => database.manager.findOneByOrFail(Session, { userId: user.id });
  const fetchStatus = async (): Promise<number> => (await client.get(PATH)).status;

  it('shows the signed-in user without secrets', async () => {
    const { status: code, headers, body } = await client.get<Record<string, unknown>>(PATH);
    expect({ code, cache: headers.get('cache-control') }).toEqual({ code: 200, cache: 'no-store' });
    expect(body).toEqual({
      id: user.id,
      email: user.email,
      firstName: 'Dana',
      lastName: null,
      profileImageUrl: null,
      company: null,
      role: 'user',
      status: 'active',
      activatedAt: expect.any(String) as string,
      createdAt: expect.any(String) as string,
      timeZone: null,
      hasPassword: false,
      hasWeakPassword: false,
      requiredStep: null,
      isImpersonated: false,
      accountId: account.id,
      accountName: 'Dana',
      memberRole: 'owner',
    });
  });

  it('is rejected when missing, forged, expired or signed with another algorithm', async () => {
    const jwt = api.app.get(JwtService, { strict: false });
    const { sid } = await findSession();
    const cookies = [
      '',
      'ringwell_session=',
      'ringwell_session=x',
      `ringwell_session=${client.cookie.slice('ringwell_session='.length, -4)}AAAA`,
      `ringwell_session=${await jwt.signAsync({ sid }, { expiresIn: -1 })}`,
      `ringwell_session=${await jwt.signAsync({ sid }, { algorithm: 'HS512' })}`,
      `ringwell_session=${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sid })).toString('base64url')}.`,
    ];
    for (const cookie of cookies) {
      expect(await new SessionClient(api.url, cookie).get(PATH)).toMatchObject(
        problem(401, 'SIGNED_OUT', { message: expect.stringMatching(/^Unauthorized/) as string }),
      );
    }
  });

  it('is not a bearer token, and a bearer token is not a session', async () => {
    const { token } = await database.makeAccount();
    expect((await fetch(`${api.url}${PATH}`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
    expect((await client.get('/api/n8n/calls/00000000-0000-4000-8000-000000000000')).status).toBe(401);
  });

  it('ends immediately when its user is disabled or deleted', async () => {
    await database.query('update users set is_active = false where id = $1', [user.id]);
    expect(await fetchStatus()).toBe(401);
    await database.query('update users set is_active = true where id = $1', [user.id]);
    expect(await fetchStatus()).toBe(200);
    await database.query('delete from accounts where id = $1', [account.id]);
    expect(await fetchStatus()).toBe(401);
  });

  it('ends when it expires, which is about a week after its last use', async () => {
    await update(`expire = now() - interval '1 second'`);
    expect(await fetchStatus()).toBe(401);
    await update(`expire = now() + interval '1 minute'`);
    expect(await fetchStatus()).toBe(200);
    while ((await findSession()).expire.getTime() < Date.now() + 6 * 86_400_000) await new Promise(setImmediate);
  });

  it('ends after a month regardless of use', async () => {
    await update(`created_at = now() - interval '30 days' + interval '1 hour', expire = now() + interval '1 minute'`);
    await database.repositories.sessions.touch((await findSession()).sid);
    expect((await findSession()).expire.getTime()).toBeLessThan(Date.now() + 3_700_000);
  });

  it('is purged only after it has expired', async () => {
    const repository = database.repositories.sessions;
    await repository.purgeExpired();
    expect(await fetchStatus()).toBe(200);
    await update(`expire = now() - interval '1 second'`);
    expect(await repository.purgeExpired()).toBe(1);
  });
});
