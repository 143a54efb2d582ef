import { WaitingCallSearchRepository } from '@ringwell/database/calls/waiting-call-search.repository';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { WaitingCallSearchLoop } from './waiting-call-search.loop';

describe('WaitingCallSearchLoop', () => {
  const database = useTestDatabase();

  const pass = (isLeader: boolean): Promise<void> => {
    const repository = new WaitingCallSearchRepository(database.manager);
    return passOnce(isLeader, (leader) => new WaitingCallSearchLoop(leader, repository));
  };

  it('adds calls that have been queued for a while but not recent calls, and only on the leader', async () => {
    const { account } = await database.makeAccount();
    const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
    const [oldCall, olderCall] = [
      await database.makeCall(account.id, { runAfter: secondsAgo(600) }),
      await database.makeCall(account.id, { runAfter: secondsAgo(900) }),
    ];
    await database.makeCall(account.id);
    const listSearchableIds = async (): Promise<Set<string>> => {
      const rows = await database.query<{ call_id: string }[]>(
        'select call_id from call_search where account_id = $1',
        [account.id],
      );
      return new Set(rows.map(({ call_id: id }) => id));
    };
    await pass(false);
    expect(await listSearchableIds()).toEqual(new Set());
    await pass(true);
    expect(await listSearchableIds()).toEqual(new Set([oldCall.id, olderCall.id]));
  });
});
