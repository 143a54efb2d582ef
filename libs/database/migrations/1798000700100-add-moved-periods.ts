import type { MigrationInterface, QueryRunner } from 'typeorm';

import { movePeriod, periodSinceActivation } from '@ringwell/rules/calendar/usage-period';

import { rows } from '../postgres/sql';

interface ZonedAccount {
  id: string;
  activatedAt: Date | null;
  createdAt: Date;
  timeZone: string;
}

// Periods began at 00:00 UTC. Those that are under way keep their start, and end at midnight in the account's zone.
export class AddMovedPeriods1798000700100 implements MigrationInterface {
  name = 'AddMovedPeriods1798000700100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings add column moved_period jsonb');
    const accounts = await rows<ZonedAccount>(
      runner.manager,
      `
      select account.id, account.activated_at as "activatedAt", account.created_at as "createdAt",
        settings.time_zone as "timeZone"
      from accounts account join account_settings settings on settings.account_id = account.id
      where settings.time_zone <> 'UTC'`,
    );
    const now = new Date();
    const moved = accounts.map((account) => {
      const period = periodSinceActivation(account, { timeZone: 'UTC', movedPeriod: null }, now);
      return { id: account.id, period: movePeriod(period, account, account.timeZone, now) };
    });
    await rows(
      runner.manager,
      `
      update account_settings settings set moved_period = moved.period
      from json_to_recordset($1) moved (id uuid, period jsonb) where settings.account_id = moved.id`,
      [JSON.stringify(moved)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_settings drop column moved_period');
  }
}
