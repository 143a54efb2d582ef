import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { CallSearchBackfillRepository } from '@ringwell/database/calls/call-search-backfill.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElectionService } from '../leader/leader-election.service';
import { CallSearchBackfillLoop } from './call-search-backfill.loop';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

describe('CallSearchBackfillLoop', () => {
  const database = useTestDatabase();

  async function pass(isLeader: boolean): Promise<void> {
    const loop = new CallSearchBackfillLoop(
      { isLeader } as LeaderElectionService,
      new CallSearchBackfillRepository(database.dataSource.manager),
      createLogger({ service: 'test', level: 'fatal' }),
    );
    loop.onApplicationBootstrap();
    await loop.onModuleDestroy();
  }

  it('makes calls of before the search found, once, only on the leader', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    const { id } = await makeCompletedCall(dataSource, account.id, { text: 'Customer: The porcupine is back.' });
    // The state that the migration leaves in an installation with calls.
    await dataSource.query('delete from call_search');
    await dataSource.query('insert into call_search_backfill (last_call_id) values ($1)', [NIL_ID]);
    const found = async (): Promise<string[]> =>
      (
        await new CallListsRepository(dataSource.manager).list(account.id, { search: 'porcupines', isDemo: false }, 9)
      ).map((call) => call.id);
    await pass(false);
    expect(await found()).toEqual([]);
    await pass(true);
    expect(await found()).toEqual([id]);
    expect(await new CallSearchBackfillRepository(dataSource.manager).addNext(1)).toBe(false);
  });

  it('adds calls that have been queued for long, and leaves those that have just come', async () => {
    const { dataSource } = database;
    const { account } = await makeAccount(dataSource);
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
    const [old, older] = [
      await makeCall(dataSource, account.id, { runAfter: ago(600) }),
      await makeCall(dataSource, account.id, { runAfter: ago(900) }),
    ];
    await makeCall(dataSource, account.id);
    await pass(true);
    const added = await dataSource.query<{ call_id: string }[]>(
      'select call_id from call_search where account_id = $1 order by created_at desc',
      [account.id],
    );
    expect(new Set(added.map(({ call_id: id }) => id))).toEqual(new Set([old.id, older.id]));
  });
});
