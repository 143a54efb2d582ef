import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddAlertAddresses1764152000000 implements MigrationInterface {
  name = 'AddAlertAddresses1764152000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_addresses (
        account_id uuid not null,
        address text not null,
        asked_at timestamptz,
        confirmed_at timestamptz,
        declined_at timestamptz,
        created_at timestamptz not null default now(),
        constraint pk_alert_addresses primary key (account_id, address),
        constraint fk_alert_addresses_account foreign key (account_id) references accounts(id) on delete cascade,
        constraint ck_alert_addresses_response check (confirmed_at is null or declined_at is null)
      )
    `);
    // Addresses that get alerts today go on getting them.
    await runner.query(`
      insert into alert_addresses (account_id, address, confirmed_at)
      select distinct account_id, lower(trim(address)), now()
      from account_settings, unnest(email_address || overdue_addresses) address
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table alert_addresses');
  }
}
