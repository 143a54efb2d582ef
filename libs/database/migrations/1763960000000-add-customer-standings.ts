import type { MigrationInterface, QueryRunner } from 'typeorm';

import { withShortLock } from '../postgres/build-index';

/**
 * What lists show of a customer. The worker fills it in where `refresh_at` has passed, so at first everywhere. Calls
 * of before the customers are left to the worker, too, which reads on from `customer_backfill`.
 */
export class AddCustomerStandings1763960000000 implements MigrationInterface {
  name = 'AddCustomerStandings1763960000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query(`
        alter table customers
          add if not exists last_called_at timestamptz,
          add if not exists recent_calls integer not null default 0,
          add if not exists last_label text,
          add if not exists risks jsonb not null default '[]',
          add if not exists risk_count smallint not null default 0,
          add if not exists refresh_at timestamptz default now()`);
      await runner.query(`
        create table if not exists customer_backfill (
          id boolean not null default true,
          last_call_id uuid not null,
          constraint pk_customer_backfill primary key (id),
          constraint ck_customer_backfill check (id)
        )`);
      await runner.query(`
        insert into customer_backfill (last_call_id)
        select '00000000-0000-0000-0000-000000000000' where exists (select from calls) on conflict do nothing`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withShortLock(runner, async () => {
      await runner.query('drop table if exists customer_backfill');
      await runner.query(`
        alter table customers drop if exists last_called_at, drop if exists recent_calls, drop if exists last_label,
          drop if exists risks, drop if exists risk_count, drop if exists refresh_at`);
    });
  }
}
