import { HappinessRecountRepository } from '@ringwell/database/calls/happiness-recount.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { HappinessRecountLoop } from './happiness-recount.loop';

describe('HappinessRecountLoop', () => {
  const database = useTestDatabase();

  const pass = (isLeader: boolean): Promise<void> => {
    const repository = new HappinessRecountRepository(database.manager);
    return passOnce(isLeader, (leader) => new HappinessRecountLoop(leader, repository));
  };

  it('moves calls to the days of a new time zone, and only on the leader', async () => {
    const { account } = await database.makeAccount();
    await database.makeCompletedCall(account.id, { call: { occurredAt: new Date('2026-03-31T23:00:00Z') } });
    const listDays = async (): Promise<string[]> =>
      (await new HappinessRepository(database.manager).listDays(account.id, { from: '2026-03-01', to: '2026-04-30' }))
        .filter(({ positive }) => positive > 0)
        .map(({ day }) => day);
    await database.repositories.accounts.updateSettings(account.id, { timeZone: 'Asia/Tokyo' });
    await pass(false);
    expect(await listDays()).toEqual(['2026-03-31']);
    await pass(true);
    expect(await listDays()).toEqual(['2026-04-01']);
  });

  it("continues with other accounts while one account's calls are locked", async () => {
    const [lockedAccount, otherAccount] = [await database.makeAccount(), await database.makeAccount()];
    for (const { account } of [lockedAccount, otherAccount]) {
      await database.makeCompletedCall(account.id);
      await database.query('insert into happiness_recounts (account_id) values ($1)', [account.id]);
    }
    const recounts = new HappinessRecountRepository(database.manager);
    const listPendingRecounts = async (): Promise<string[]> =>
      (await database.query<{ id: string }[]>('select account_id as id from happiness_recounts')).map(({ id }) => id);
    await database.dataSource.transaction(async (manager) => {
      await manager.query('select from calls where account_id = $1 for update', [lockedAccount.account.id]);
      expect(await recounts.recountNext(10)).toBe(1);
      expect(await listPendingRecounts()).toEqual([lockedAccount.account.id]);
      await expect(recounts.recountNext(10)).rejects.toThrow(/lock timeout/);
    });
    expect(await recounts.recountNext(10)).toBe(1);
    expect(await listPendingRecounts()).toEqual([]);
  });

  it("continues with other accounts while one account's calls cannot be counted", async () => {
    const [failingAccount, otherAccount] = [await database.makeAccount(), await database.makeAccount()];
    for (const { account } of [failingAccount, otherAccount]) {
      await database.makeCompletedCall(account.id);
      await database.query('insert into happiness_recounts (account_id) values ($1)', [account.id]);
    }
    const failingConstraint = `check (account_id <> '${failingAccount.account.id}')`;
    await database.query('delete from judged_calls');
    await database.query(`alter table judged_calls add constraint ck_test ${failingConstraint} not valid`);
    const recounts = new HappinessRecountRepository(database.manager);
    try {
      expect(await recounts.recountNext(10)).toBe(1);
      await expect(recounts.recountNext(10)).rejects.toThrow('ck_test');
    } finally {
      await database.query('alter table judged_calls drop constraint ck_test');
    }
    expect(await recounts.recountNext(10)).toBe(1);
    expect(await recounts.recountNext(10)).toBeUndefined();
  });
});
