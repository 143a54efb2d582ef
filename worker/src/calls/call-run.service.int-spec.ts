import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { Registry } from 'prom-client';

import { Call } from '@ringwell/database/calls/call.entity';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { providerFailed } from '@ringwell/domain/errors/app-error';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { CallSkipped } from './gate';
import { makeCallRunService } from './testing/make-call-run-service';

const database = useTestDatabase();

it('returns a call to the queue without counting the attempt if the worker stops during the claim', async () => {
  const { account } = await database.makeAccount();
  const { id } = await database.makeCall(account.id);
  const [lease] = await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 1, forBusyAccounts: 1 });
  let hasStarted = false;
  const service = makeCallRunService(database.dataSource, {
    run: () => {
      hasStarted = true;
      throw new Error('The run was not stopped.');
    },
  });

  await database.whileLocked('select from calls where id = $1 for update', [id], () => {
    const run = service.run(lease ?? { callId: id, leaseToken: randomUUID() });
    service.stopAll();
    expect(service.activeCount).toBe(1);
    return run;
  });

  expect(service.activeCount).toBe(0);
  expect(hasStarted).toBe(false);
  expect(await database.manager.findOneByOrFail(Call, { id })).toMatchObject({
    state: 'queued',
    attempts: 0,
    leaseToken: null,
  });
});

it("counts a failure of the local recognizer as the recognizer's", async () => {
  const { account } = await database.makeAccount();
  await database.makeCall(account.id);
  const registry = new Registry();
  const run = (): never => {
    throw providerFailed('RECOGNIZER_FAILED', 'The local recognizer failed on this recording.');
  };
  const service = makeCallRunService(database.dataSource, { run }, { registry });
  const leases = await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 1, forBusyAccounts: 1 });
  for (const lease of leases) await service.run(lease);
  expect(await registry.metrics()).toContain(
    'ringwell_provider_errors_total{provider="test",code="RECOGNIZER_FAILED"} 1',
  );
});

it('only counts an attempt for the call that caused an uncaught error', async () => {
  const accounts = [await database.makeAccount(), await database.makeAccount()];
  const [crashingCall, otherCall] = await Promise.all(accounts.map(({ account }) => database.makeCall(account.id)));
  const leases = await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 2, forBusyAccounts: 2 });
  expect(leases).toHaveLength(2);
  const startedIds: string[] = [];
  const service = makeCallRunService(database.dataSource, {
    run: async ({ call }, { signal }) => {
      startedIds.push(call.id);
      while (startedIds.length < 2) await sleep(5);
      if (call.id === crashingCall?.id) setImmediate(() => service.abandonAll()); // as the handler of uncaught errors does
      await sleep(60_000, undefined, { signal, ref: false });
    },
  });
  await Promise.all(leases.map((lease) => service.run(lease)));

  const findCall = (id = ''): Promise<Call> => database.manager.findOneByOrFail(Call, { id });
  expect(await findCall(crashingCall?.id)).toMatchObject({ state: 'queued', attempts: 1, errorCode: 'WORKER_LOST' });
  expect(await findCall(otherCall?.id)).toMatchObject({ state: 'queued', attempts: 0, errorCode: null });
});

it.each(['+15550100142', 'anonymous', '+15550100143'])(
  'opens a lead with the number and name that a user corrected during the run, from %s',
  async (fromNumber) => {
    const { account } = await database.makeAccount({ settings: { leadsEnabled: true } });
    const { id } = await database.makeCall(account.id, { direction: 'inbound', fromNumber });
    const [lease] = await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 1, forBusyAccounts: 1 });
    const runCall = makeCallRunService(database.dataSource, {
      run: async () => {
        await database.unitOfWork.run(({ calls }) =>
          calls.updateDetails(account.id, id, { fromNumber: '+15550100143', customerName: 'Dana Reyes' }),
        );
        throw new CallSkipped('abandoned');
      },
    });
    await runCall.run(lease ?? { callId: id, leaseToken: randomUUID() });

    expect(
      await database.query(
        `select customer_keys.key, customers.name, calls.customer_key as "callKey", follow_ups.kind from customers
         join customer_keys on customer_keys.customer_id = customers.id
         left join follow_ups on follow_ups.customer_id = customers.id
         left join calls on calls.id = follow_ups.call_id where customers.account_id = $1`,
        [account.id],
      ),
    ).toEqual([{ key: 'tel:+15550100143', name: 'Dana Reyes', callKey: 'tel:+15550100143', kind: 'lead' }]);
  },
);

it("keeps a new lead's customer even if it is being deleted as unused at the same time", async () => {
  class InterruptedCustomers extends CustomersRepository {
    override async findOrCreate(...parameters: Parameters<CustomersRepository['findOrCreate']>): Promise<string> {
      const id = await super.findOrCreate(...parameters);
      await this.deleteUnused(parameters[0], parameters[1]);
      return id;
    }
  }
  const { account } = await database.makeAccount({ settings: { leadsEnabled: true } });
  const { id } = await database.makeCall(account.id, { direction: 'inbound', fromNumber: '+15550100142' });
  const [lease] = await new DispatchRepository(database.dataSource).releaseDueCalls({ calls: 1, forBusyAccounts: 1 });
  const service = makeCallRunService(
    database.dataSource,
    { run: () => Promise.reject(new CallSkipped('abandoned')) },
    { customers: new InterruptedCustomers(database.manager) },
  );
  await service.run(lease ?? { callId: id, leaseToken: randomUUID() });

  const customerId = await database.repositories.customers.findIdByKey(account.id, 'tel:+15550100142');
  expect(customerId).not.toBeNull();
  expect(await database.query('select customer_id as id, kind from follow_ups where call_id = $1', [id])).toEqual([
    { id: customerId, kind: 'lead' },
  ]);
});
