import type { MigrationInterface, QueryRunner } from 'typeorm';

// What belongs to an account, and what happens to it when the account is deleted.
const TABLES = {
  account_lanes: 'cascade',
  account_settings: 'cascade',
  bearer_tokens: 'cascade',
  calls: 'cascade',
  connections: 'cascade',
  deliveries: 'cascade',
  mail_suppressions: 'cascade',
  meter_ledgers: 'cascade',
  meter_outbox: 'set null',
  shared_links: 'cascade',
  stripe_events: 'set null',
  usage_daily: 'cascade',
  usage_notices: 'cascade',
  usage_records: 'cascade',
  usage_weekly: 'cascade',
} as const;
const TABLES_WITHOUT_REFERENCE = ['analyses', 'call_search', 'transcripts'];

const INDEXES = [
  'ix_bearer_tokens_user',
  'ix_calls_user_created',
  'ix_calls_user_time',
  'ix_deliveries_user',
  'ix_meter_ledgers_user',
  'ix_meter_outbox_user',
  'ix_shared_links_user',
  'ix_stripe_events_user',
  'ix_usage_records_user_recorded',
];

/** Every user becomes the owner of an account with the same id, which gets what belonged to the user. */
export class AddAccounts1763850000000 implements MigrationInterface {
  name = 'AddAccounts1763850000000';

  async up(runner: QueryRunner): Promise<void> {
    await createAccounts(runner);
    await moveColumns(runner, { from: 'user_id', to: 'account_id' });
    await moveReferences(runner, { from: 'user', to: 'account' });
    await runner.query(`
      alter table sessions add account_id uuid,
        add constraint fk_sessions_account foreign key (account_id) references accounts(id) on delete set null`);
    await runner.query('create index ix_sessions_account on sessions (account_id)');
    await runner.query(`
      alter table users drop company, drop service_titan_tenant, drop status, drop activated_at`);
  }

  /** An account whose first owner is gone keeps its calls under a user who cannot sign in. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table users add company text, add service_titan_tenant text,
        add status text not null default 'demo', add activated_at timestamptz,
        add constraint ck_users_status check (status in ('demo', 'active'))`);
    await runner.query(`
      insert into users (id, is_active, created_at) select id, false, created_at from accounts on conflict do nothing`);
    await runner.query(`
      update users set company = accounts.company, service_titan_tenant = accounts.service_titan_tenant,
        status = accounts.status, activated_at = accounts.activated_at
      from accounts where accounts.id = users.id`);
    await moveColumns(runner, { from: 'account_id', to: 'user_id' });
    await moveReferences(runner, { from: 'account', to: 'user' });
    await runner.query(`insert into account_settings (user_id) select id from users on conflict do nothing`);
    await runner.query(`insert into account_lanes (user_id) select id from users on conflict do nothing`);
    await runner.query('alter table sessions drop account_id');
    await runner.query('drop table members, accounts');
  }
}

async function createAccounts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table accounts (
      id uuid not null default gen_random_uuid(),
      company text,
      service_titan_tenant text,
      status text not null default 'demo',
      is_active boolean not null default true,
      activated_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint pk_accounts primary key (id),
      constraint ck_accounts_status check (status in ('demo', 'active'))
    )
  `);
  await runner.query(`
    create table members (
      account_id uuid not null,
      user_id uuid not null,
      role text not null,
      created_at timestamptz not null default now(),
      constraint pk_members primary key (account_id, user_id),
      constraint fk_members_account foreign key (account_id) references accounts(id) on delete cascade,
      constraint fk_members_user foreign key (user_id) references users(id) on delete cascade,
      constraint ck_members_role check (role in ('owner', 'manager', 'member', 'viewer'))
    )
  `);
  await runner.query('create index ix_members_user on members (user_id)');
  await runner.query(`
    insert into accounts (id, company, service_titan_tenant, status, is_active, activated_at, created_at, updated_at)
    select id, company, service_titan_tenant, status, is_active, activated_at, created_at, updated_at from users`);
  await runner.query(`
    insert into members (account_id, user_id, role, created_at) select id, id, 'owner', created_at from users`);
}

async function moveColumns(runner: QueryRunner, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of [...Object.keys(TABLES), ...TABLES_WITHOUT_REFERENCE])
    await runner.query(`alter table ${table} rename ${from} to ${to}`);
  await runner.query(`
    do $$ declare definition text; begin
      for definition in select pg_get_functiondef(oid) from pg_proc
        where proname in ('call_search_refresh', 'call_search_add_calls')
      loop execute replace(definition, '${from}', '${to}'); end loop;
    end $$`);
}

// Also renames what is called after the column.
async function moveReferences(runner: QueryRunner, { from, to }: { from: string; to: string }): Promise<void> {
  for (const [table, onDelete] of Object.entries(TABLES))
    await runner.query(`
      alter table ${table} drop constraint fk_${table}_${from},
        add constraint fk_${table}_${to} foreign key (${to}_id) references ${to}s(id) on delete ${onDelete}`);
  await runner.query(
    `alter table account_settings rename constraint uq_account_settings_${from} to uq_account_settings_${to}`,
  );
  for (const index of INDEXES) {
    const named = (word: string): string => index.replace('_user', `_${word}`);
    await runner.query(`alter index ${named(from)} rename to ${named(to)}`);
  }
}
