/** Tables for customers, and for users being deleted. */
export const CUSTOMERS_TABLES = `
create table customers (
  account_id uuid,
  id uuid default gen_random_uuid(),
  name text,
  is_name_corrected boolean not null default false,
  created_at timestamptz not null default now(),
  last_called_at timestamptz,
  recent_calls integer not null default 0,
  last_label text,
  risks jsonb not null default '[]'::jsonb,
  risk_count smallint not null default 0,
  refresh_at timestamptz default now(),
  constraint pk_customers primary key (account_id, id),
  constraint fk_customers_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_customers_called on customers (account_id, last_called_at desc, id desc)
  where last_called_at is not null;
create index ix_customers_calls on customers (account_id, recent_calls desc, last_called_at desc, id desc)
  where last_called_at is not null;
create index ix_customers_name on customers (account_id, ((name is null)), lower(coalesce(name, ''::text)), id)
  where last_called_at is not null;
create index ix_customers_refresh on customers (refresh_at) where refresh_at is not null;
create index ix_customers_risk on customers (account_id, risk_count desc, last_called_at desc, id desc)
  where last_called_at is not null;
create index ix_customers_search on customers using gin (account_id, name gin_trgm_ops);

-- A key that identifies a customer in calls; a customer may have several phone numbers.
create table customer_keys (
  account_id uuid,
  key text,
  customer_id uuid not null,
  constraint pk_customer_keys primary key (account_id, key),
  constraint fk_customer_keys_customer foreign key (account_id, customer_id) references customers (account_id, id)
    on delete cascade
);
create index ix_customer_keys_customer on customer_keys (account_id, customer_id);
create index ix_customer_keys_search on customer_keys using gin (account_id, key gin_trgm_ops);

create table user_deletions (
  user_id uuid,
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  activity_after uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  mails_after uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  problem text,
  run_after timestamptz not null default clock_timestamp(),
  constraint pk_user_deletions primary key (user_id),
  constraint fk_user_deletions_requested_by foreign key (requested_by) references users (id) on delete set null,
  constraint fk_user_deletions_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_user_deletions_requested_by on user_deletions (requested_by);
`;
