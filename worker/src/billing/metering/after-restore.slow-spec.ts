import { IsNull } from 'typeorm';

import { discardUnsentMessages, type RestoreReport } from '@ringwell/database/after-restore';
import { MeterEvent } from '@ringwell/database/billing/metering.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { ReaperRepository } from '@ringwell/database/calls/reaper.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';

import { ago, DAY_MS, useMetering } from '../testing/use-metering';

describe('After a restore from a backup', () => {
  const harness = useMetering();
  const { stripe, database } = harness;

  const runAfterRestore = (secretKey: string | undefined = stripe.secretKey): Promise<RestoreReport> =>
    discardUnsentMessages(database.dataSource, new StripeConnection({ secretKey, baseUrl: stripe.origin }));
  const query = (sql: string, parameters: unknown[] = []): Promise<unknown> => database.query(sql, parameters);
  // Takes a backup and returns a function that restores it. Stripe keeps every event that it receives in between.
  const takeBackup = async (): Promise<() => Promise<void>> => {
    const tables = ['meter_ledgers', 'meter_outbox', 'usage_records', 'usage_daily'];
    for (const table of tables) await query(`create table backup_${table} as select * from ${table}`);
    return async () => {
      await query('delete from meter_outbox');
      for (const table of tables) {
        await query(`delete from ${table}`);
        await query(`insert into ${table} select * from backup_${table}`);
        await query(`drop table backup_${table}`);
      }
    };
  };
  // Makes Stripe forget the event identifiers.
  const advanceOneDay = async (): Promise<void> => {
    for (const event of stripe.meter.events) Object.assign(event, { identifier: `forgotten-${event.identifier}` });
    await query('update meter_outbox set run_after = now()');
  };

  it('charges minutes once if pending in the backup, reported later, or part of a call that reruns', async () => {
    await harness.recordMinutes(3, ago(DAY_MS));
    await harness.pass();
    await harness.recordMinutes(4, ago(DAY_MS / 2));
    await harness.fillOutbox(); // pending in the backup
    await harness.recordMinutes(5, ago(DAY_MS / 4)); // not counted yet in the backup
    const restore = await takeBackup();
    await harness.pass();
    await harness.recordMinutes(6); // from a call that is waiting in the backup
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(18);
    await restore();
    await advanceOneDay();

    expect(await runAfterRestore()).toMatchObject({ meterReports: 1 });
    await harness.pass();
    await harness.recordMinutes(6); // the same call runs again
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(18);
    await harness.recordMinutes(7);
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(25);
    expect(await runAfterRestore()).toMatchObject({ meterReports: 0 });
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(25);
  });

  it('charges minutes that never reached Stripe', async () => {
    await harness.recordMinutes(4);
    await harness.fillOutbox();
    expect(await runAfterRestore()).toMatchObject({ meterReports: 1 });
    await harness.pass();
    expect(harness.sumReportedMinutes()).toBe(4);
  });

  it('does not send the restored messages and emails, and resets the deadlines of unfinished calls', async () => {
    const call = await database.makeCompletedCall(harness.accountId);
    const deadlineAt = ago(DAY_MS);
    const running = await database.makeCall(harness.accountId, { state: 'running', deadlineAt });
    await query(
      `insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state, error_code)
       values ($1, $2, 1, 'email', 'a@example.com', 'a', 'pending', null),
        ($1, $2, 1, 'email', 'b@example.com', 'b', 'suppressed', 'MAIL_UNAVAILABLE')`,
      [harness.accountId, call.id],
    );
    await query(`insert into mails (recipient, subject, body) values ('a@example.com', 's', 'b')`);
    expect(await runAfterRestore()).toMatchObject({ deliveries: 2, emails: 1 });
    const restored = { callId: call.id, state: 'suppressed', errorCode: 'RESTORED' } as const;
    expect(await database.manager.countBy(Delivery, restored)).toBe(2);
    expect(await query('select state from mails')).toEqual([{ state: 'failed' }]);
    expect(await new ReaperRepository(database.manager).timeOutOverdue()).toBe(0);
    expect(await database.manager.countBy(Call, { id: running.id, deadlineAt: IsNull() })).toBe(1);
  });

  it('changes nothing while a worker is running or Stripe is unavailable', async () => {
    await harness.recordMinutes(4);
    await harness.fillOutbox();
    await query(
      `insert into workers (id, host, slots, engines, version) values (gen_random_uuid(), 'a', 1, '{}', '1.0.0')`,
    );
    await expect(runAfterRestore()).rejects.toThrow('A worker is running');
    await query('delete from workers');
    const { reply } = stripe;
    stripe.reply = () => ({ status: 500, body: {} });
    await expect(runAfterRestore()).rejects.toThrow();
    stripe.reply = reply;
    expect(await database.manager.countBy(MeterEvent, { state: 'pending' })).toBe(1);
  });
});
