/** Tables for usage, metering and Stripe events. */
export const BILLING_TABLES = `
create table meter_ledgers (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  subscription_id text not null,
  customer_id text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  reported_minutes integer not null default 0,
  constraint pk_meter_ledgers primary key (id),
  constraint ck_meter_ledgers_end check (ended_at >= began_at),
  constraint fk_meter_ledgers_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_meter_ledgers_account on meter_ledgers (account_id);
create unique index uq_meter_ledgers_open on meter_ledgers (account_id) where ended_at is null;

create table meter_outbox (
  id uuid default gen_random_uuid(),
  account_id uuid,
  ledger_id uuid,
  customer_id text not null,
  minutes integer not null,
  used_at timestamptz not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  run_after timestamptz not null default now(),
  uncertain_since timestamptz,
  error_code text,
  error_message text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_meter_outbox primary key (id),
  constraint ck_meter_outbox_minutes check (minutes > 0),
  constraint ck_meter_outbox_state check (state in ('pending', 'sending', 'sent', 'failed')),
  constraint fk_meter_outbox_account foreign key (account_id) references accounts (id) on delete set null,
  constraint fk_meter_outbox_ledger foreign key (ledger_id) references meter_ledgers (id) on delete set null
);
create index ix_meter_outbox_account on meter_outbox (account_id);
create index ix_meter_outbox_due on meter_outbox (run_after) where state in ('pending', 'sending');
create index ix_meter_outbox_ledger on meter_outbox (ledger_id);
create index ix_meter_outbox_used on meter_outbox (used_at);

create table stripe_events (
  id text,
  type text not null,
  object_id text not null,
  subscription_id text,
  customer_id text,
  account_id uuid,
  created timestamptz not null,
  received_at timestamptz not null default now(),
  state text not null default 'pending',
  attempts integer not null default 0,
  run_after timestamptz not null default now(),
  error_code text,
  error_message text,
  finished_at timestamptz,
  constraint pk_stripe_events primary key (id),
  constraint ck_stripe_events_state check (state in ('pending', 'done', 'failed')),
  constraint fk_stripe_events_account foreign key (account_id) references accounts (id) on delete set null
);
create index ix_stripe_events_account on stripe_events (account_id);
create index ix_stripe_events_due on stripe_events (run_after) where state = 'pending';

create table usage_notices (
  account_id uuid,
  period_starts_at timestamptz,
  level integer,
  created_at timestamptz not null default now(),
  constraint pk_usage_notices primary key (account_id, period_starts_at, level),
  constraint fk_usage_notices_account foreign key (account_id) references accounts (id) on delete cascade
);
`;
