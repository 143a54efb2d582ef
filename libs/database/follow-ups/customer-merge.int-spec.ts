import { setTimeout as sleep } from 'node:timers/promises';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { CustomerStandingsRepository } from '../customers/customer-standings.repository';
import { Customer } from '../customers/customer.entity';
import { UnitOfWork, type Repositories } from '../unit-of-work';
import { FollowUp } from './follow-up.entity';

const KEPT_PHONE = '+15551234567';
const OTHER_PHONE = '+15551234568';

describe('merging customers', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    accountId = (await database.makeAccount()).account.id;
  });

  const run = <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> =>
    new UnitOfWork(database.dataSource).run(work);
  const makeCustomer = (phone: string): Promise<string> =>
    database.repositories.customers.findOrCreate(accountId, `tel:${phone}`, null);
  /** Merges, and commits once the statements of `startConcurrentWork` are waiting for the merge. */
  async function mergeDuring(startConcurrentWork: () => Promise<unknown>[]): Promise<void> {
    const [keptId, otherId] = [await makeCustomer(KEPT_PHONE), await makeCustomer(OTHER_PHONE)];
    let concurrentWork: Promise<unknown>[] = [];
    await run(async ({ customerChanges }) => {
      expect(await customerChanges.merge(accountId, keptId, otherId)).not.toBeNull();
      concurrentWork = startConcurrentWork();
      await database.waitForLocks(concurrentWork.length);
    });
    await Promise.all(concurrentWork);
  }

  it("does not change a customer who is merged with themselves, regardless of the id's letter case", async () => {
    const id = await makeCustomer(KEPT_PHONE);
    for (const sameId of [id, id.toUpperCase()])
      expect(await run(({ customerChanges }) => customerChanges.merge(accountId, id, sameId))).toBeNull();
    expect(await database.manager.countBy(Customer, { id })).toBe(1);
  });

  it('does not deadlock or lose anything when a follow-up and its customer change at the same time', async () => {
    const { id } = await database.makeFollowUp(accountId, { phone: OTHER_PHONE, kind: 'promise' });
    const keptId = await makeCustomer(KEPT_PHONE);
    const snoozedUntil = new Date(Date.now() + 86_400_000);
    const transactions = jest.spyOn(database.dataSource, 'transaction');
    await mergeDuring(() => [
      run(({ followUpChanges }) =>
        followUpChanges.change(
          accountId,
          id,
          undefined,
          { action: 'snooze', until: snoozedUntil },
          { userId: null, name: 'Ann' },
        ),
      ),
      // Locks in the same order as a concluding call: the customer first, then the follow-up.
      run(async ({ customers, followUpChanges }) => {
        await customers.lock(accountId, keptId);
        await sleep(300);
        await followUpChanges.change(
          accountId,
          id,
          undefined,
          { action: 'note', note: 'N' },
          { userId: null, name: 'Bo' },
        );
      }),
    ]);
    const followUp = await database.manager.findOneByOrFail(FollowUp, { id });
    expect(followUp).toMatchObject({ customerId: keptId, snoozedUntil: snoozedUntil });
    const types = await database.query<{ type: string }[]>(
      'select type from follow_up_events where follow_up_id = $1',
      [id],
    );
    expect(types.map(({ type }) => type).sort()).toEqual(['noted', 'opened', 'snoozed']);
    expect(transactions).toHaveBeenCalledTimes(3); // none was retried after a deadlock
  });

  it('does not delay refreshing other customers', async () => {
    const repository = new CustomerStandingsRepository(database.manager);
    await repository.refreshDue(10); // other tests' customers
    const ids = [await makeCustomer(KEPT_PHONE), await makeCustomer(OTHER_PHONE)];
    await database.makeCompletedCall(accountId, { call: { customerKey: `tel:${OTHER_PHONE}` } });
    await run(async ({ customers }) => {
      await customers.lock(accountId, ids[0] ?? '');
      expect(await repository.refreshDue(10)).toMatchObject({
        refreshedCount: 1,
      });
    });
    const refreshedCustomer = await database.manager.findOneByOrFail(Customer, { id: ids[1] ?? '' });
    expect(refreshedCustomer.recentCalls).toBe(1);
  });
});
