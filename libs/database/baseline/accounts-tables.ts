/** Tables for accounts, members, settings, sign-ins, activity and workers. */
export const ACCOUNTS_TABLES = `
create table accounts (
  id uuid default gen_random_uuid(),
  company text,
  service_titan_tenant text,
  status text not null default 'demo',
  is_active boolean not null default true,
  activated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pk_accounts primary key (id),
  constraint ck_accounts_status check (status in ('demo', 'active'))
);

create table users (
  id uuid default gen_random_uuid(),
  email text,
  first_name text,
  last_name text,
  profile_image_url text,
  role text not null default 'user',
  is_active boolean not null default true,
  password_hash text,
  oidc_issuer text,
  oidc_subject text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_email_confirmed boolean not null default true,
  must_change_password boolean not null default false,
  constraint pk_users primary key (id),
  constraint uq_users_email unique (email),
  constraint uq_users_oidc unique (oidc_issuer, oidc_subject),
  constraint ck_users_email check (email = lower(email)),
  constraint ck_users_role check (role in ('user', 'admin'))
);

create table members (
  account_id uuid,
  user_id uuid,
  role text not null,
  created_at timestamptz not null default now(),
  alert_labels text[] not null default '{}'::text[],
  quiet_from text,
  quiet_until text,
  weekly_letter boolean,
  constraint pk_members primary key (account_id, user_id),
  constraint ck_members_quiet_hours check ((quiet_from is null) = (quiet_until is null)),
  constraint ck_members_role check (role in ('owner', 'manager', 'member', 'viewer')),
  constraint fk_members_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_members_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_members_user on members (user_id);

create table assistants (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  user_id uuid not null,
  client_id text not null,
  name text not null,
  host text not null,
  is_read_only boolean not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_assistants primary key (id),
  constraint fk_assistants_member foreign key (account_id, user_id) references members (account_id, user_id)
    on delete cascade
);
create index ix_assistants_client on assistants (client_id);
create index ix_assistants_member on assistants (account_id, user_id);
create index ix_assistants_user on assistants (user_id);

create table account_lanes (
  account_id uuid,
  last_served_at timestamptz not null default '-infinity'::timestamptz,
  last_delivered_at timestamptz not null default '-infinity'::timestamptz,
  constraint pk_account_lanes primary key (account_id),
  constraint fk_account_lanes_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_account_lanes_served on account_lanes (last_served_at, account_id);

create table account_settings (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  active boolean not null default true,
  slack_enabled boolean not null default false,
  slack_channel text,
  sealed_slack_bot_token text,
  slack_positive_sentiment boolean not null default true,
  slack_neutral_sentiment boolean not null default true,
  slack_negative_sentiment boolean not null default true,
  teams_enabled boolean not null default false,
  teams_team_name text,
  sealed_teams_webhook_url text,
  teams_positive_sentiment boolean not null default true,
  teams_neutral_sentiment boolean not null default true,
  teams_negative_sentiment boolean not null default true,
  google_chat_enabled boolean not null default false,
  sealed_google_chat_webhook_url text,
  google_chat_positive_sentiment boolean not null default true,
  google_chat_neutral_sentiment boolean not null default true,
  google_chat_negative_sentiment boolean not null default true,
  email_enabled boolean not null default false,
  email_address text[] not null default '{}'::text[],
  email_positive_sentiment boolean not null default true,
  email_neutral_sentiment boolean not null default true,
  email_negative_sentiment boolean not null default true,
  usage_limit_enabled boolean not null default false,
  monthly_minute_limit integer not null default 1000,
  inbound_calls_enabled boolean not null default true,
  inbound_min_call_time integer not null default 60,
  outbound_calls_enabled boolean not null default true,
  outbound_min_call_time integer not null default 90,
  processing_timeout_minutes integer not null default 30,
  max_concurrent_workflows integer not null default 5,
  sealed_webhook_secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sealed_webhook_url text,
  service_titan_client_id text,
  sealed_service_titan_client_secret text,
  service_titan_environment text not null default 'production',
  note_target text not null default 'job_then_customer',
  service_titan_polling_enabled boolean not null default false,
  poll_cursor text,
  last_polled_at timestamptz,
  stripe_subscription_id text,
  stripe_customer_id text,
  add_ons text[] not null default '{}'::text[],
  subscription_status text,
  subscription_plan text,
  current_period_end timestamptz,
  subscription_checked_at timestamptz,
  poll_after timestamptz,
  cancellation_requested_at timestamptz,
  collection_paused_at timestamptz,
  charged_from timestamptz,
  billing_tried_at timestamptz,
  current_period_start timestamptz,
  billing_anchor timestamptz,
  monthly_minute_limit_chosen boolean not null default false,
  review_alerts_enabled boolean not null default true,
  customer_channel text not null default 'auto',
  vocabulary text[] not null default '{}'::text[],
  time_zone text,
  email_labels jsonb not null default '{}'::jsonb,
  call_back_within_minutes integer not null default 60,
  business_week jsonb not null default '[{"from": "08:00", "until": "17:00"}, {"from": "08:00", "until": "17:00"},
    {"from": "08:00", "until": "17:00"}, {"from": "08:00", "until": "17:00"}, {"from": "08:00", "until": "17:00"},
    null, null]'::jsonb,
  holidays text[] not null default '{}'::text[],
  overdue_alerts_enabled boolean not null default true,
  overdue_addresses text[] not null default '{}'::text[],
  weekly_letter_chats boolean not null default false,
  review_tolerance text not null default 'standard',
  redaction text not null default 'transcript_and_audio',
  storage_quota_gb integer,
  recordings_retention_days integer,
  transcripts_retention_days integer,
  hide_phone_numbers boolean not null default false,
  hide_names boolean not null default false,
  hide_addresses boolean not null default false,
  moved_period jsonb,
  danger_phrases text[],
  legal_phrases text[],
  inbox_after text not null default 'move',
  inbox_patterns text[] not null default '{}'::text[],
  leads_enabled boolean not null default false,
  call_leads_within_minutes integer not null default 15,
  average_ticket_dollars integer,
  service_titan_job_days integer not null default 7,
  job_cursor text,
  jobs_read_at timestamptz,
  read_jobs_after timestamptz,
  import_cursor text,
  import_read_at timestamptz,
  read_import_after timestamptz,
  constraint pk_account_settings primary key (id),
  constraint uq_account_settings_account unique (account_id),
  constraint ck_account_settings_customer_channel check (customer_channel in ('auto', 'left', 'right')),
  constraint ck_account_settings_inbox_after check (inbox_after in ('move', 'delete', 'leave')),
  constraint ck_account_settings_note_target check (note_target in ('job', 'customer', 'job_then_customer')),
  constraint ck_account_settings_redaction check (redaction in ('off', 'transcript', 'transcript_and_audio')),
  constraint ck_account_settings_review_tolerance check (review_tolerance in ('standard', 'one_in_10', 'one_in_20',
    'one_in_50')),
  constraint ck_account_settings_service_titan_environment check (service_titan_environment in ('production',
    'integration')),
  constraint ck_account_settings_subscription_plan check (subscription_plan in ('base', 'team')),
  constraint fk_account_settings_account foreign key (account_id) references accounts (id) on delete cascade
);

-- Storage used by an account's recordings, maintained by triggers on calls. May have no row without recordings.
create table account_storage (
  account_id uuid,
  bytes bigint not null default 0,
  noticed_at timestamptz,
  constraint pk_account_storage primary key (account_id),
  constraint fk_account_storage_account foreign key (account_id) references accounts (id) on delete cascade
);

create table activity_logs (
  id uuid default gen_random_uuid(),
  user_id uuid,
  action text not null,
  description text not null,
  metadata jsonb,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  account_id uuid,
  constraint pk_activity_logs primary key (id),
  constraint fk_activity_logs_account foreign key (account_id) references accounts (id) on delete set null,
  constraint fk_activity_logs_user foreign key (user_id) references users (id) on delete set null
);
create index ix_activity_logs_account on activity_logs (account_id, created_at desc, id desc);
create index ix_activity_logs_action on activity_logs (action, created_at, id);
create index ix_activity_logs_created on activity_logs (created_at);
create index ix_activity_logs_target on activity_logs (((metadata ->> 'targetUserId'::text)), created_at);
create index ix_activity_logs_user on activity_logs (user_id);

-- Records stored by oidc-provider: clients, requests, grants, codes and tokens. Values that grant access are hashed.
create table assistant_records (
  kind text,
  id_hash text,
  assistant_id uuid,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_assistant_records primary key (kind, id_hash),
  constraint fk_assistant_records_assistant foreign key (assistant_id) references assistants (id) on delete cascade
);
create index ix_assistant_records_assistant on assistant_records (assistant_id);
create index ix_assistant_records_expires on assistant_records (expires_at);

create table bearer_tokens (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  token_hash text not null,
  last_four text not null,
  name text not null,
  is_active boolean not null default true,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  is_read_only boolean not null default false,
  constraint pk_bearer_tokens primary key (id),
  constraint uq_bearer_tokens_hash unique (token_hash),
  constraint fk_bearer_tokens_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_bearer_tokens_account on bearer_tokens (account_id);

create table contact_messages (
  id uuid default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  company text,
  message text not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  constraint pk_contact_messages primary key (id)
);

create table guidelines (
  account_id uuid,
  version integer,
  text text,
  rules jsonb not null default '[]'::jsonb,
  restored_version integer,
  saved_by uuid,
  saved_at timestamptz not null default now(),
  constraint pk_guidelines primary key (account_id, version),
  constraint fk_guidelines_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_guidelines_saved_by foreign key (saved_by) references users (id) on delete set null
);
create index ix_guidelines_saved_by on guidelines (saved_by);

create table invitations (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  email text not null,
  role text not null,
  token_hash text not null,
  proves_email boolean not null,
  invited_by uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint pk_invitations primary key (id),
  constraint uq_invitations_email unique (account_id, email),
  constraint uq_invitations_token unique (token_hash),
  constraint ck_invitations_role check (role in ('owner', 'manager', 'member', 'viewer')),
  constraint fk_invitations_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_invitations_invited_by foreign key (invited_by) references users (id) on delete set null
);
create index ix_invitations_invited_by on invitations (invited_by);

-- The next challenge for a passkey to sign, by purpose. Used challenges are kept so that they can't be reused.
create table passkey_challenges (
  purpose_hash text,
  user_id uuid not null,
  challenge_hash text not null,
  expires_at timestamptz not null,
  constraint pk_passkey_challenges primary key (purpose_hash),
  constraint fk_passkey_challenges_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_passkey_challenges_expires on passkey_challenges (expires_at);
create index ix_passkey_challenges_user on passkey_challenges (user_id);

create table passkeys (
  id uuid default gen_random_uuid(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_passkeys primary key (id),
  constraint uq_passkeys_credential unique (credential_id),
  constraint fk_passkeys_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_passkeys_user on passkeys (user_id);

create table password_resets (
  token_hash text,
  user_id uuid not null,
  expires_at timestamptz not null,
  constraint pk_password_resets primary key (token_hash),
  constraint fk_password_resets_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_password_resets_expires on password_resets (expires_at);
create index ix_password_resets_user on password_resets (user_id);

create table pending_sign_ins (
  token_hash text,
  user_id uuid not null,
  has_weak_password boolean not null default false,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  constraint pk_pending_sign_ins primary key (token_hash),
  constraint fk_pending_sign_ins_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_pending_sign_ins_expires on pending_sign_ins (expires_at);
create index ix_pending_sign_ins_user on pending_sign_ins (user_id);

-- An unused recovery code. Using it deletes the row.
create table recovery_codes (
  user_id uuid,
  code_hash text,
  salt text not null,
  created_at timestamptz not null default now(),
  constraint pk_recovery_codes primary key (user_id, code_hash),
  constraint fk_recovery_codes_user foreign key (user_id) references users (id) on delete cascade
);

-- A deleted bearer token's hash, kept to recognize later uses.
create table revoked_tokens (
  id uuid,
  token_hash text not null,
  account_id uuid not null,
  revoked_at timestamptz not null default now(),
  constraint pk_revoked_tokens primary key (id),
  constraint fk_revoked_tokens_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_revoked_tokens_account on revoked_tokens (account_id);
create index ix_revoked_tokens_hash on revoked_tokens (token_hash);
create index ix_revoked_tokens_revoked on revoked_tokens (revoked_at);

create table security_events (
  id uuid default gen_random_uuid(),
  kind text not null,
  outcome text not null,
  method text,
  code text,
  route text,
  action text,
  activity_id uuid,
  user_id uuid,
  target_user_id uuid,
  account_id uuid,
  email_hash text,
  ip_address text,
  user_agent text,
  count integer not null default 1,
  first_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint pk_security_events primary key (id)
);
create index ix_security_events_account on security_events (account_id, created_at) where account_id is not null;
create index ix_security_events_address on security_events (ip_address text_pattern_ops, created_at, id)
  where ip_address is not null;
create index ix_security_events_created on security_events (created_at, id);
create index ix_security_events_email on security_events (email_hash, created_at, id) where email_hash is not null;
create index ix_security_events_kind on security_events (kind, outcome, created_at, id);
create index ix_security_events_target on security_events (target_user_id, created_at)
  where target_user_id is not null;
create index ix_security_events_user on security_events (user_id, created_at) where user_id is not null;

create table sessions (
  sid text,
  user_id uuid not null,
  sess jsonb not null,
  expire timestamptz not null,
  created_at timestamptz not null default now(),
  id uuid not null default gen_random_uuid(),
  ip_address text,
  user_agent text,
  last_used_at timestamptz not null default now(),
  account_id uuid,
  confirmed_at timestamptz not null default now(),
  previous_sid text,
  replaced_at timestamptz,
  constraint pk_sessions primary key (sid),
  constraint uq_sessions_id unique (id),
  constraint fk_sessions_account foreign key (account_id) references accounts (id) on delete set null,
  constraint fk_sessions_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_sessions_account on sessions (account_id);
create index ix_sessions_expire on sessions (expire);
create index ix_sessions_previous_sid on sessions (previous_sid);
create index ix_sessions_user on sessions (user_id);

-- A single-use sign-in link, created by an operator on the server.
create table sign_in_links (
  token_hash text,
  user_id uuid not null,
  expires_at timestamptz not null,
  constraint pk_sign_in_links primary key (token_hash),
  constraint fk_sign_in_links_user foreign key (user_id) references users (id) on delete cascade
);
create index ix_sign_in_links_expires on sign_in_links (expires_at);
create index ix_sign_in_links_user on sign_in_links (user_id);

create table sign_ups (
  token_hash text,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  return_to text not null,
  expires_at timestamptz not null,
  company text,
  constraint pk_sign_ups primary key (token_hash)
);
create index ix_sign_ups_expires on sign_ups (expires_at);

create table totp_factors (
  user_id uuid,
  sealed_secret text not null,
  last_counter integer,
  activated_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint pk_totp_factors primary key (user_id),
  constraint fk_totp_factors_user foreign key (user_id) references users (id) on delete cascade
);

create table workers (
  id uuid,
  host text not null,
  slots integer not null,
  engines jsonb not null,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  version text,
  constraint pk_workers primary key (id)
);
`;
