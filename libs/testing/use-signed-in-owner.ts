import { Account } from '@ringwell/database/accounts/account.entity';
import { User } from '@ringwell/database/accounts/user.entity';

import { IntakeClient } from './intake-client';
import type { AccountOptions, TestAccount } from './make-account';
import { SessionClient } from './session-client';
import { useTestApi, type TestApi } from './start-api';
import type { TestDatabase } from './test-database';

interface SignedInOwner {
  api: TestApi;
  database: TestDatabase;
  /** The account's owner, their account and its token. */
  owner: TestAccount;
  /** Same as in `owner`. */
  account: Account;
  /** Same as in `owner`. */
  user: User;
  client: SessionClient;
  /** Submits calls with the account's token. */
  intake: IntakeClient;
}

/**
 * Provides an API like `useTestApi`, and for each test a new account whose owner is signed in. The objects are filled
 * before the tests, so they can be destructured at the top of the suite.
 * @param settings same as for `useTestApi`
 */
export function useSignedInOwner(
  options: AccountOptions = {},
  settings?: Parameters<typeof useTestApi>[0],
): SignedInOwner {
  const { api, database } = useTestApi(settings);
  const [account, user, client] = [new Account(), new User(), new SessionClient('', '')];
  const intake = new IntakeClient('', '');
  const owner = { account, user } as TestAccount;
  beforeEach(async () => {
    const created = await database.makeAccount(options);
    Object.assign(account, created.account);
    Object.assign(user, created.user);
    Object.assign(owner, { token: created.token, tokenId: created.tokenId });
    Object.assign(intake, new IntakeClient(api.url, created.token));
    Object.assign(client, await api.signIn(user));
  });
  return { api, database, owner, account, user, client, intake };
}
