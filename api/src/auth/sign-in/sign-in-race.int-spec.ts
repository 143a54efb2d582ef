import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Session } from '@ringwell/database/accounts/sign-in/session.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { hashPassword } from '@ringwell/platform/crypto/password';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const PASSWORD = 'four quiet copper kettles';
const NEW_PASSWORD = 'five loud tin whistles';

describe('Concurrent changes during password verification', () => {
  const { api, database } = useTestApi();
  let passwordHash: string;
  let newPasswordHash: string;
  let user: User;

  beforeAll(async () => {
    [passwordHash, newPasswordHash] = [await hashPassword(PASSWORD), await hashPassword(NEW_PASSWORD)];
  });
  beforeEach(async () => {
    ({ user } = await database.makeAccount({ user: { passwordHash } }));
  });

  const countSessions = (): Promise<number> => database.manager.countBy(Session, { userId: user.id });
  const listActions = async (): Promise<string[]> =>
    (await database.manager.findBy(ActivityLog, { userId: user.id })).map(({ action }) => action);

  it.each<[string, string, () => unknown[]]>([
    ['gets a new password', 'update users set password_hash = $2 where id = $1', () => [user.id, newPasswordHash]],
    ['is disabled', 'update users set is_active = false where id = $1', () => [user.id]],
    ['is deleted', 'delete from users where id = $1', () => [user.id]],
  ])('make the sign-in fail if the user %s', async (_case, sql, parameters) => {
    const response = await database.whileLocked(sql, parameters(), () =>
      new SessionClient(api.url, '').post('/api/login', { email: user.email, password: PASSWORD }),
    );
    expect(response).toMatchObject(problem(401, 'SIGN_IN_REFUSED', { message: 'Wrong email or password.' }));
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await countSessions()).toBe(0);
    expect(await listActions()).toEqual([]);
  });

  it('allow the sign-in when only the name changes', async () => {
    const response = await database.whileLocked(`update users set first_name = 'Dana' where id = $1`, [user.id], () =>
      new SessionClient(api.url, '').post('/api/login', { email: user.email, password: PASSWORD }),
    );
    expect(response.status).toBe(200);
    expect(await countSessions()).toBe(1);
  });

  describe('make the password change fail', () => {
    let client: SessionClient;
    const lockUserSql = 'with held as (select from users where id = $1 for update)';
    const changePassword = (): ReturnType<typeof client.post> =>
      client.post('/api/my/password', { currentPassword: PASSWORD, newPassword: 'six brass bells' });
    beforeEach(async () => {
      client = await api.signIn(user);
    });

    it.each<[string, string, () => unknown[]]>([
      [
        'when another password is set in the meantime',
        'update users set password_hash = $2 where id = $1',
        () => [user.id, newPasswordHash],
      ],
      [
        'when the session ends in the meantime',
        `${lockUserSql} delete from sessions where user_id = $1 and (select count(*) from held) = 1`,
        () => [user.id],
      ],
    ])('%s', async (_case, sql, parameters) => {
      const response = await database.whileLocked(sql, parameters(), changePassword);
      expect(response).toMatchObject(
        problem(409, 'CHANGED_MEANWHILE', {
          message: 'Your password was changed, or you were signed out, in the meantime. Reload the page and try again.',
        }),
      );
      const [storedUser] = await database.query<{ password_hash: string }[]>(
        'select password_hash from users where id = $1',
        [user.id],
      );
      expect(storedUser?.password_hash).toBe(parameters()[1] ?? passwordHash);
      expect(await listActions()).toEqual([]);
    });
  });
});
