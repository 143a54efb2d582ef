import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { HappinessRepository } from '@ringwell/database/calls/happiness.repository';
import { createDataSource } from '@ringwell/database/data-source';
import { CallbacksRepository } from '@ringwell/database/follow-ups/callbacks.repository';
import { addDays, periodBefore } from '@ringwell/domain/report-period';
import { utcDay } from '@ringwell/domain/usage-days';

import { withStores, type BenchContext } from '../bench-context';
import { insertAccounts } from '../bench-data';
import { insertFollowUps, insertJudgedCalls } from '../happiness-data';
import { medianMs } from '../statistics';
import { atMost, formatNumber } from '../table';

const CALLS = 1_000_000;
const FOLLOW_UPS = 100_000;
const RUNS = 15;

/** The queries of the happiness page, one after the other. */
export async function happiness({ table, ...context }: BenchContext): Promise<void> {
  await withStores({ table, ...context }, async (stores) => {
    const [accountId = ''] = await insertAccounts(stores, 1);
    const countedMs = await insertJudgedCalls(stores, accountId, CALLS);
    await insertFollowUps(stores, accountId, FOLLOW_UPS);
    const dataSource = await createDataSource({
      url: stores.url,
      poolSize: 2,
      applicationName: 'bench',
      statementTimeoutMs: 0,
    }).initialize();
    try {
      const accounts = new AccountsRepository(dataSource.manager);
      const repository = new HappinessRepository(dataSource.manager);
      const callbacks = new CallbacksRepository(dataSource.manager);
      const to = utcDay(new Date());
      for (const days of [30, 365]) {
        const period = { from: addDays(to, 1 - days), to };
        const cpuBefore = await stores.databaseCpuMs();
        const found = await medianMs(RUNS, async () => {
          await accounts.findTimeZone(accountId);
          await repository.listDays(accountId, { from: periodBefore(period).from, to });
          await repository.listParts(accountId, period);
          await repository.listMoments(accountId, period);
          await callbacks.count(accountId, { from: new Date(period.from), before: new Date(addDays(to, 1)) });
          await repository.isRecounting(accountId);
        });
        const cpuMs = ((await stores.databaseCpuMs()) - cpuBefore) / (RUNS + 1);
        const plain = await medianMs(2, () =>
          stores.query(
            `select label, count(*) from judged_calls where account_id = $1 and day between $2 and $3 group by label`,
            [accountId, period.from, period.to],
          ),
        );
        table.add({
          name: `page of ${days} days, ${CALLS.toLocaleString('en')} calls, ${FOLLOW_UPS.toLocaleString('en')} follow-ups`,
          measured: `${formatNumber(found)} ms, processor ${formatNumber(cpuMs)} ms`,
          baseline: `counting the calls by label only: ${formatNumber(plain)} ms`,
          ...atMost(found, 50, '<= 50 ms'),
        });
      }
    } finally {
      await dataSource.destroy();
    }
    table.add({
      name: 'counting earlier calls after an update',
      measured: `${formatNumber(countedMs / CALLS)} ms per call`,
    });
  });
}
