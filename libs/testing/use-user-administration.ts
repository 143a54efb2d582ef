import type { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { User } from '@ringwell/database/accounts/user.entity';

import { makeAccount, type TestAccount } from './make-account';
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
  signInAs: (id: string) => Promise<SessionClient>;
  patch: <T>(verb: string) => Promise<ClientResponse<T>>;
}

export function useUserAdministration(): UserAdministration {
  const { api, database } = useTestApi();
  const signInAs = (id: string): Promise<SessionClient> => SessionClient.signIn(api, database.dataSource, id);
  const suite = {
    api,
    database,
    signInAs,
    findUser: (id: string) => database.dataSource.manager.findOneByOrFail(User, { id }),
    findActivity: (id: string) =>
      database.dataSource.query<ActivityLog[]>(
        `select action, description, user_id, ip_address, user_agent, metadata from activity_logs
         where metadata->>'targetUserId' = $1 order by created_at, action`,
        [id],
      ),
    patch: <T>(verb: string) => suite.client.patch<T>(`${USERS_PATH}/${suite.target.user.id}/${verb}`),
  } as UserAdministration;
  beforeAll(async () => {
    ({ user: suite.administrator } = await makeAccount(database.dataSource, { user: { role: 'admin' } }));
  });
  beforeEach(async () => {
    suite.client = await signInAs(suite.administrator.id);
    suite.target = await makeAccount(database.dataSource, { user: { firstName: 'Dana', lastName: 'Reyes' } });
  });
  return suite;
}

export async function isSignedIn(session: SessionClient): Promise<boolean> {
  return (await session.get('/api/auth/user')).status === 200;
}
