import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the recordings of each account take up, and the functions that keep it current. */
export class AddAccountStorage1764146000000 implements MigrationInterface {
  name = 'AddAccountStorage1764146000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_storage (
        account_id uuid not null,
        bytes bigint not null default 0,
        noticed_at timestamptz,
        constraint pk_account_storage primary key (account_id),
        constraint fk_account_storage_account foreign key (account_id) references accounts(id) on delete cascade
      )
    `);
    await runner.query('alter table account_settings add column storage_quota_gb integer');
    for (const sql of [ADD, SUBTRACT, CHANGE, COUNT]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function account_storage_add, account_storage_subtract, account_storage_change, count_account_storage',
    );
    await runner.query('alter table account_settings drop column storage_quota_gb');
    await runner.query('drop table account_storage');
  }
}

// In the order of the accounts, so that two statements about the same accounts cannot deadlock.
const ADD = `
  create function account_storage_add() returns trigger language plpgsql as $$
  begin
    insert into account_storage as storage (account_id, bytes)
    select account_id, sum(recording_bytes) from added
    where recording_key is not null and recording_bytes is not null
    group by account_id order by account_id
    on conflict (account_id) do update set bytes = storage.bytes + excluded.bytes;
    return null;
  end $$
`;

const SUBTRACT = `
  create function account_storage_subtract() returns trigger language plpgsql as $$
  begin
    update account_storage storage set bytes = storage.bytes - gone.bytes
    from (
      select account_id, sum(recording_bytes) as bytes from removed
      where recording_key is not null and recording_bytes is not null group by account_id
    ) gone
    where storage.account_id = gone.account_id;
    return null;
  end $$
`;

const CHANGE = `
  create function account_storage_change() returns trigger language plpgsql as $$
  begin
    insert into account_storage as storage (account_id, bytes)
    values (
      new.account_id,
      case when new.recording_key is null then 0 else coalesce(new.recording_bytes, 0) end
        - case when old.recording_key is null then 0 else coalesce(old.recording_bytes, 0) end
    )
    on conflict (account_id) do update set bytes = storage.bytes + excluded.bytes;
    return null;
  end $$
`;

// Whoever changes the recordings of the account waits for the lock, and the sum sees what was committed before it.
const COUNT = `
  create function count_account_storage(of_account uuid) returns void language plpgsql as $$
  begin
    insert into account_storage (account_id) select id from accounts where id = of_account on conflict do nothing;
    perform from account_storage where account_id = of_account for update;
    update account_storage set bytes = (
      select coalesce(sum(recording_bytes), 0) from calls where account_id = of_account and recording_key is not null)
    where account_id = of_account;
  end $$
`;
