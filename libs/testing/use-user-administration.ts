import type { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';

import type { TestAccount } from './make-account';
import { SessionClient, type ClientResponse } from './session-client';
import { useTestApi, type TestApi } from './start-api';
import type { TestDatabase } from './test-database';

export const USERS_PATH = '/api/admin/users';

export interface UserAdministration {
  api: TestApi;
  database: TestDatabase;
  administrator: User;
  client: SessionClient;
  target: TestAccount;
  findUser: (id: string) => Promise<User>;
  findActivity: (id: string) => Promise<ActivityLog[]>;
  patch: <T>(verb: string) => Promise<ClientResponse<T>>;
}

export function useUserAdministration(): UserAdministration {
  const { api, database } = useTestApi();
  const suite = {
    api,
    database,
    findUser: (id: string) => database.manager.findOneByOrFail(User, { id }),
    findActivity: (id: string) =>
      database.query<ActivityLog[]>(
        `select action, description, user_id, ip_address, user_agent, metadata from activity_logs
         where metadata->>'targetUserId' = $1 order by created_at, action`,
        [id],
      ),
    patch: <T>(verb: string) => suite.client.patch<T>(`${USERS_PATH}/${suite.target.user.id}/${verb}`),
  } as UserAdministration;
  beforeAll(async () => {
    ({ user: suite.administrator } = await database.makeAccount({ user: { role: 'admin' } }));
  });
  beforeEach(async () => {
    suite.client = await api.signIn(suite.administrator);
    suite.target = await database.makeAccount({ user: { firstName: 'Dana', lastName: 'Reyes' } });
  });
  return suite;
}

export async function isSignedIn(session: SessionClient): Promise<boolean> {
  return (await session.get('/api/auth/user')).status === 200;
}
