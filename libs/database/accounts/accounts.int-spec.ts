import { randomUUID } from 'node:crypto';

import { useTestDatabase } from '@ringwell/testing/test-database';

import { CallRunsRepository, type Lease } from '../calls/call-runs.repository';
import type { Call } from '../calls/call.entity';
import { DispatchRepository } from '../scheduling/dispatch.repository';
import { UnitOfWork } from '../unit-of-work';

describe('AccountsRepository.delete', () => {
  const database = useTestDatabase();
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    unitOfWork = database.unitOfWork;
  });

  const deleteAccount = (accountId: string): Promise<void> =>
    unitOfWork.run(({ accounts }) => accounts.delete(accountId));

  async function makeRunningCall(): Promise<{ accountId: string; call: Call; lease: Lease }> {
    const { account } = await database.makeAccount();
    const call = await database.makeCall(account.id);
    const lease = (
      await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 100, forBusyAccounts: 100 })
    ).find(({ callId }) => callId === call.id);
    if (!lease) throw new Error('The call was not claimed.');
    await new CallRunsRepository(database.manager).claim(lease, randomUUID());
    return { accountId: account.id, call, lease };
  }

  it("ends a running call's lease so that its result is not saved", async () => {
    const { accountId, lease } = await makeRunningCall();
    const runs = new CallRunsRepository(database.manager);
    expect(await runs.heartbeat(lease)).toBe(true);
    await deleteAccount(accountId);
    expect(await runs.heartbeat(lease)).toBe(false);
    expect(await runs.complete(lease)).toBe(false);
  });

  it('waits for a worker that is completing a call, without a deadlock', async () => {
    const { accountId, call, lease } = await makeRunningCall();
    const worker = database.dataSource.createQueryRunner();
    await worker.startTransaction();
    await new CallRunsRepository(worker.manager).complete(lease);
    const transactions = jest.spyOn(database.dataSource, 'transaction');
    const deletion = deleteAccount(accountId);
    await database.waitForLocks();
    const sql = 'insert into usage_records (account_id, call_id, minutes, source) values ($1, $2, 1, $3)';
    await worker.query(sql, [accountId, call.id, 'n8n']);
    await worker.commitTransaction();
    await worker.release();
    await deletion;
    expect(transactions).toHaveBeenCalledTimes(1); // not retried after a deadlock
    expect(await database.query('select from usage_records where account_id = $1', [accountId])).toEqual([]);
  });
});
