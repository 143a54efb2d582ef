import type { DataSource } from 'typeorm';

import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeDailyUsage } from '@ringwell/testing/make-daily-usage';

/** Creates an active account and a demo account with usage on a few days until March 15, 2026. */
export async function makeUsedAccounts(dataSource: DataSource): Promise<{ dana: TestAccount; sam: TestAccount }> {
  const dana = await makeAccount(dataSource, {
    user: { firstName: 'Dana', lastName: 'Reyes' },
    account: { activatedAt: new Date('2026-01-31T16:00:00Z') },
    settings: { monthlyMinuteLimit: 250, usageLimitEnabled: true },
  });
  const sam = await makeAccount(dataSource, {
    user: { email: null },
    account: { status: 'demo', activatedAt: null, createdAt: new Date('2026-03-10T23:59:59Z') },
  });
  for (const [account, day, usage] of [
    [dana, '2026-02-27', { minutes: 7, calls: 1, callMinutes: 7 }],
    [dana, '2026-02-28', { minutes: 1.25, calls: 1, callMinutes: 1.25, runs: 1, apiCalls: 3 }],
    [dana, '2026-03-15', { minutes: 100, calls: 2, callMinutes: 4.5, runs: 9, apiCalls: 5 }],
    [sam, '2026-03-09', { minutes: 5 }],
    [sam, '2026-03-10', { minutes: 0.5, apiCalls: 2_147_483_647 }],
  ] as const)
    await makeDailyUsage(dataSource, account.account.id, day, usage);
  return { dana, sam };
}
