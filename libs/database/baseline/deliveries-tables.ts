/** Tables for messages to people and connected systems. */
export const DELIVERIES_TABLES = `
create table weekly_letters (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  week date not null,
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  constraint pk_weekly_letters primary key (id),
  constraint fk_weekly_letters_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_weekly_letters_account on weekly_letters (account_id, created_at);
create unique index uq_weekly_letters_week on weekly_letters (account_id, week) where not is_test;

create table deliveries (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  call_id uuid,
  run_number integer not null,
  channel text not null,
  destination text not null,
  destination_hash text not null,
  priority smallint not null default 0,
  state text not null default 'pending',
  attempts integer not null default 0,
  uncertain_tries integer not null default 0,
  run_after timestamptz not null default now(),
  lease_token uuid,
  lease_until timestamptz,
  provider_ref text,
  error_code text,
  error_message text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  event text,
  escalation_id uuid,
  follow_up_event_id uuid,
  weekly_letter_id uuid,
  constraint pk_deliveries primary key (id),
  constraint ck_deliveries_state check (state in ('pending', 'sending', 'sent', 'retry', 'unknown', 'verifying',
    'failed', 'dead', 'suppressed')),
  constraint fk_deliveries_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_deliveries_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_deliveries_escalation foreign key (escalation_id) references escalations (id) on delete cascade,
  constraint fk_deliveries_follow_up_event foreign key (follow_up_event_id) references follow_up_events (id)
    on delete cascade,
  constraint fk_deliveries_weekly_letter foreign key (weekly_letter_id) references weekly_letters (id)
    on delete cascade
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02);
create index ix_deliveries_account on deliveries (account_id);
create index ix_deliveries_due on deliveries (account_id, channel, priority desc, run_after)
  where state in ('pending', 'retry', 'unknown');
create index ix_deliveries_failed on deliveries (updated_at) where state in ('failed', 'dead');
create index ix_deliveries_leased on deliveries (account_id, channel) where lease_until is not null;
create index ix_deliveries_tests on deliveries (account_id, channel, created_at) where call_id is null
  and escalation_id is null and follow_up_event_id is null and weekly_letter_id is null;
create unique index uq_deliveries_destination on deliveries (call_id, run_number, channel, destination_hash,
  (
case
    when (event is null) then 0
    else null::integer
end));
create unique index uq_deliveries_escalation on deliveries (escalation_id, channel, destination_hash)
  where escalation_id is not null;
create unique index uq_deliveries_follow_up_event on deliveries (follow_up_event_id)
  where follow_up_event_id is not null;
create unique index uq_deliveries_in_flight on deliveries (account_id, channel) where state in ('sending',
  'verifying');
create unique index uq_deliveries_weekly_letter on deliveries (weekly_letter_id, channel, destination_hash)
  where weekly_letter_id is not null;

-- Whether an address's owner agreed to an account's alerts. Kept when the address is removed, to avoid asking again.
create table alert_addresses (
  account_id uuid,
  address text,
  asked_at timestamptz,
  confirmed_at timestamptz,
  declined_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_alert_addresses primary key (account_id, address),
  constraint ck_alert_addresses_response check (confirmed_at is null or declined_at is null),
  constraint fk_alert_addresses_account foreign key (account_id) references accounts (id) on delete cascade
);

create table connections (
  account_id uuid,
  channel text,
  destination_hash text,
  destination text not null,
  last_success_at timestamptz,
  failures integer not null default 0,
  paused_until timestamptz,
  error_code text,
  error_message text,
  is_permanent boolean not null default false,
  failed_at timestamptz,
  constraint pk_connections primary key (account_id, channel, destination_hash),
  constraint fk_connections_account foreign key (account_id) references accounts (id) on delete cascade
);

create table delivery_attempts (
  id uuid default gen_random_uuid(),
  delivery_id uuid not null,
  attempt integer not null,
  outcome text not null,
  error_code text,
  error_message text,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  constraint pk_delivery_attempts primary key (id),
  constraint uq_delivery_attempts_number unique (delivery_id, attempt),
  constraint fk_delivery_attempts_delivery foreign key (delivery_id) references deliveries (id) on delete cascade
);
create index ix_delivery_attempts_finished on delivery_attempts (finished_at);

create table follow_up_links (
  delivery_id uuid,
  follow_up_id uuid,
  used_by text not null,
  used_at timestamptz not null default now(),
  constraint pk_follow_up_links primary key (delivery_id, follow_up_id),
  constraint fk_follow_up_links_delivery foreign key (delivery_id) references deliveries (id) on delete cascade,
  constraint fk_follow_up_links_follow_up foreign key (follow_up_id) references follow_ups (id) on delete cascade
);
create index ix_follow_up_links_follow_up on follow_up_links (follow_up_id);

create table mail_suppressions (
  account_id uuid,
  address text,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint pk_mail_suppressions primary key (account_id, address),
  constraint fk_mail_suppressions_account foreign key (account_id) references accounts (id) on delete cascade
);

create table mails (
  id uuid default gen_random_uuid(),
  recipient text not null,
  reply_to text,
  subject text not null,
  body text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  uncertain_tries integer not null default 0,
  run_after timestamptz not null default now(),
  lease_until timestamptz,
  error_code text,
  error_message text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sealed_link text,
  constraint pk_mails primary key (id),
  constraint ck_mails_state check (state in ('pending', 'sending', 'sent', 'failed'))
);
create index ix_mails_created on mails (created_at);
create index ix_mails_due on mails (run_after) where state in ('pending', 'sending');
create index ix_mails_finished on mails (updated_at) where state in ('sent', 'failed');
`;
