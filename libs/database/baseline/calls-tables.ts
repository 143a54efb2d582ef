/** Tables for calls, transcripts, analyses, corrections, shared links, search documents and happiness sums. */
export const CALLS_TABLES = `
create table agents (
  account_id uuid,
  id uuid default gen_random_uuid(),
  name text not null,
  member_user_id uuid,
  is_suggestion_dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  same_as_id uuid,
  is_hidden boolean not null default false,
  constraint pk_agents primary key (account_id, id),
  constraint fk_agents_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_agents_member foreign key (account_id, member_user_id) references members (account_id, user_id)
    on delete set null (member_user_id),
  constraint fk_agents_same_as foreign key (account_id, same_as_id) references agents (account_id, id)
    on delete set null (same_as_id)
);
create unique index uq_agents_name on agents (account_id, lower(name));

create table calls (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  source text not null,
  external_id text,
  idempotency_key text,
  request_hash text,
  direction text,
  from_number text,
  to_number text,
  customer_name text,
  lead_call_id text,
  job_id text,
  customer_id text,
  occurred_at timestamptz,
  sealed_callback_url text,
  callback_host text,
  callback_hash text,
  sealed_recording_url text,
  recording_key text,
  recording_sha256 text,
  recording_bytes integer,
  recording_type text,
  duration_seconds numeric(10,2),
  channel_count smallint,
  customer_channel smallint,
  peaks smallint[],
  state text not null default 'queued',
  skip_reason text,
  error_code text,
  error_message text,
  run_number integer not null default 1,
  attempts integer not null default 0,
  run_after timestamptz not null default now(),
  lease_token uuid,
  lease_until timestamptz,
  worker_id uuid,
  released_at timestamptz,
  started_at timestamptz,
  deadline_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  result_run_number integer,
  recording_expired_at timestamptz,
  words_expired_at timestamptz,
  skip_limit integer,
  agent_id uuid,
  agent_source text,
  speakers_swapped boolean not null default false,
  customer_key text,
  audio_redaction text,
  tones jsonb,
  trace_parent text,
  corrected_details text[],
  party_keys text[],
  read_seconds numeric(10,2),
  stated_seconds numeric(10,2),
  has_playable_copy boolean not null default false,
  has_given_transcript boolean,
  call_type text,
  call_reason text,
  campaign text,
  business_unit text,
  tag text,
  is_import boolean,
  constraint pk_calls primary key (id),
  constraint ck_calls_agent_source check (agent_source in ('given', 'servicetitan', 'heard', 'corrected')),
  constraint ck_calls_audio_redaction check (audio_redaction in ('unchecked', 'pending', 'done')),
  constraint ck_calls_state check (state in ('received', 'queued', 'released', 'running', 'completed', 'skipped',
    'failed', 'timed_out')),
  constraint fk_calls_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_calls_agent foreign key (account_id, agent_id) references agents (account_id, id)
    on delete set null (agent_id)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02);
create index ix_calls_account_created on calls (account_id, created_at desc, id desc);
create index ix_calls_account_time on calls (account_id, LEAST(occurred_at, created_at) desc,
  id desc) include (occurred_at, created_at, source);
create index ix_calls_active on calls (account_id) where state in ('released', 'running');
create index ix_calls_agent on calls (account_id, agent_id, LEAST(occurred_at, created_at) desc, id desc)
  where agent_id is not null;
create index ix_calls_campaign on calls (account_id, campaign, LEAST(occurred_at, created_at), id)
  where campaign is not null;
create index ix_calls_checkable on calls (account_id, id) where source <> 'demo'
  and result_run_number is not null and recording_key is not null and recording_expired_at is null;
create index ix_calls_customer on calls (account_id, customer_key, LEAST(occurred_at, created_at) desc,
  id desc) where customer_key is not null;
create index ix_calls_deadline on calls (deadline_at) where state in ('queued', 'released', 'running');
create index ix_calls_demo_recordings on calls (created_at) where source = 'demo' and state = 'completed'
  and recording_key is not null;
create index ix_calls_demo_words on calls (created_at) where source = 'demo' and state = 'completed'
  and words_expired_at is null;
create index ix_calls_failed on calls (account_id, coalesce(finished_at, created_at) desc)
  where state in ('failed', 'timed_out');
create index ix_calls_failed_demos on calls (id) where source = 'demo' and state in ('skipped', 'failed',
  'timed_out') and recording_key is not null;
create index ix_calls_parties on calls using gin (account_id, party_keys) where customer_key is null;
create index ix_calls_queue_age on calls (run_after) where state = 'queued';
create index ix_calls_queued on calls (account_id, deadline_at, run_after, id) where state = 'queued';
create index ix_calls_received on calls (run_after) where state = 'received';
create index ix_calls_recording_kept on calls (account_id, created_at) where (recording_expired_at is null
  or recording_key is not null) and state in ('completed', 'skipped', 'failed', 'timed_out');
create index ix_calls_too_short on calls (account_id, created_at) where skip_reason = 'too_short';
create index ix_calls_unknown_parties on calls (account_id) where customer_key is null and party_keys is null;
create index ix_calls_words_kept on calls (account_id, created_at) where words_expired_at is null
  and state in ('completed', 'skipped', 'failed', 'timed_out');
create unique index uq_calls_external_id on calls (account_id, source, external_id) where external_id is not null;
create unique index uq_calls_idempotency_key on calls (account_id, idempotency_key) where idempotency_key is not null;

create table erasures (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  kind text not null,
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  customer_id uuid,
  keys text[],
  calls integer not null default 0,
  demo_calls integer not null default 0,
  erased_calls integer not null default 0,
  recordings integer not null default 0,
  finished_at timestamptz,
  notes_removed boolean,
  constraint pk_erasures primary key (id),
  constraint ck_erasures_kind check (kind in ('call', 'customer')),
  constraint fk_erasures_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_erasures_requested_by foreign key (requested_by) references users (id) on delete set null
);
create index ix_erasures_account on erasures (account_id, requested_at);
create index ix_erasures_requested_by on erasures (requested_by);
create index ix_erasures_unfinished on erasures (requested_at) where finished_at is null;

create table account_exports (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  requested_by uuid,
  requested_at timestamptz not null default clock_timestamp(),
  state text not null default 'queued',
  failure text,
  attempts integer not null default 0,
  run_after timestamptz not null default now(),
  lease_token uuid,
  lease_until timestamptz,
  started_at timestamptz,
  total_calls integer not null default 0,
  done_calls integer not null default 0,
  percent smallint not null default 0,
  storage_key text,
  bytes bigint,
  finished_at timestamptz,
  expires_at timestamptz,
  constraint pk_account_exports primary key (id),
  constraint ck_account_exports_failure check (failure in ('storage_full', 'interrupted', 'internal')),
  constraint ck_account_exports_state check (state in ('queued', 'running', 'ready', 'failed', 'canceled',
    'replaced', 'deleted', 'expired', 'erased')),
  constraint fk_account_exports_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_account_exports_requested_by foreign key (requested_by) references users (id) on delete set null
);
create index ix_account_exports_account on account_exports (account_id, requested_at);
create index ix_account_exports_requested_by on account_exports (requested_by);
create index ix_account_exports_stored on account_exports (state) where state in ('queued', 'running', 'ready');
create unique index uq_account_exports_under_way on account_exports (account_id) where state in ('queued', 'running');

create table analyses (
  call_id uuid,
  run_number integer,
  engine text not null,
  sentiment text not null,
  confidence real not null,
  summary text not null,
  key_points jsonb not null,
  reason text not null default '',
  outcome text not null default '',
  follow_up jsonb not null,
  course jsonb not null,
  evidence jsonb not null,
  created_at timestamptz not null default now(),
  account_id uuid not null,
  needs_review boolean not null default false,
  review_reason text,
  fallback_from text,
  topic text,
  applied_rules jsonb,
  writer text,
  original_words jsonb,
  flags text[] not null default '{}'::text[],
  booking text,
  asked text,
  reached text,
  constraint pk_analyses primary key (call_id, run_number),
  constraint ck_analyses_asked check (asked in ('asked', 'not_asked', 'unclear')),
  constraint ck_analyses_booking check (booking in ('booked', 'not_booked_undecided', 'not_booked_unreached',
    'not_booked_other', 'not_a_lead', 'unclear')),
  constraint ck_analyses_reached check (reached in ('reached', 'not_reached', 'unclear')),
  constraint ck_analyses_topic check (topic in ('no_show', 'delay', 'quality', 'price', 'billing', 'communication',
    'rudeness', 'praise', 'booking', 'other')),
  constraint fk_analyses_call foreign key (call_id) references calls (id) on delete cascade
);
create index ix_analyses_booking on analyses (account_id, booking) where booking is not null;
create index ix_analyses_review on analyses (account_id) where needs_review;
create index ix_analyses_topic on analyses (account_id, topic) where topic is not null;

create table booking_facts (
  call_id uuid,
  account_id uuid not null,
  evidence text not null,
  job_id text not null,
  job_number text,
  job_total_cents bigint,
  job_canceled_at timestamptz,
  found_at timestamptz not null default now(),
  constraint pk_booking_facts primary key (call_id),
  constraint ck_booking_facts_evidence check (evidence in ('lead_call', 'customer', 'phone')),
  constraint fk_booking_facts_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_booking_facts_call foreign key (call_id) references calls (id) on delete cascade
);
create index ix_booking_facts_job on booking_facts (account_id, job_id);

-- A bulk reprocessing in progress. Deleted once it's finished or canceled.
create table bulk_reprocessings (
  account_id uuid,
  total integer not null,
  finished integer not null default 0,
  call_ids uuid[] not null default '{}'::uuid[],
  before timestamptz not null default now(),
  before_call_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
  started_at timestamptz not null default now(),
  constraint pk_bulk_reprocessings primary key (account_id),
  constraint fk_bulk_reprocessings_account foreign key (account_id) references accounts (id) on delete cascade
);

create table call_checks (
  call_id uuid,
  account_id uuid not null,
  checked_by uuid,
  drawn_at timestamptz not null default now(),
  checked_at timestamptz,
  answer text,
  skip_reason text,
  run_number integer,
  engine text,
  sentiment text,
  needs_review boolean,
  confidence real,
  review_reason text,
  is_by_rule boolean not null default false,
  constraint pk_call_checks primary key (call_id),
  constraint ck_call_checks_answer check (answer in ('positive', 'neutral', 'negative', 'cant_tell')),
  constraint ck_call_checks_judged check (answer is null or num_nulls(run_number, engine, sentiment, needs_review,
    confidence) = 0),
  constraint ck_call_checks_outcome check (num_nonnulls(answer, skip_reason) = num_nonnulls(checked_at)),
  constraint fk_call_checks_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_call_checks_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_call_checks_checked_by foreign key (checked_by) references users (id) on delete set null
);
create index ix_call_checks_account on call_checks (account_id, checked_by);
create index ix_call_checks_checked_by on call_checks (checked_by);

create table call_corrections (
  call_id uuid,
  account_id uuid not null,
  sentiment text not null,
  why text,
  original_sentiment text not null,
  original_needs_review boolean not null,
  original_review_reason text,
  original_confidence real not null,
  original_engine text not null,
  corrected_by uuid,
  corrected_at timestamp(3) with time zone not null default now(),
  follow_up_id uuid,
  constraint pk_call_corrections primary key (call_id),
  constraint ck_call_corrections_sentiment check (sentiment in ('positive', 'neutral', 'negative')),
  constraint fk_call_corrections_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_call_corrections_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_call_corrections_corrected_by foreign key (corrected_by) references users (id) on delete set null
);
create index ix_call_corrections_account on call_corrections (account_id);
create index ix_call_corrections_corrected_by on call_corrections (corrected_by);

-- A user's edit to a call's text. The latest edits are also applied to the result's analysis. Rows are never updated.
create table call_edits (
  id uuid default gen_random_uuid(),
  call_id uuid not null,
  account_id uuid not null,
  field text not null,
  text text,
  edited_by uuid,
  edited_at timestamp(3) with time zone not null,
  constraint pk_call_edits primary key (id),
  constraint ck_call_edits_field check (field in ('summary', 'instruction', 'booking', 'asked', 'reached')),
  constraint fk_call_edits_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_call_edits_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_call_edits_edited_by foreign key (edited_by) references users (id) on delete set null
);
create index ix_call_edits_account on call_edits (account_id);
create index ix_call_edits_call on call_edits (call_id, edited_at);
create index ix_call_edits_edited_by on call_edits (edited_by);

create table call_imports (
  account_id uuid,
  since timestamptz not null,
  state text not null default 'counting',
  calls integer not null default 0,
  seconds integer not null default 0,
  fetched integer not null default 0,
  started_at timestamptz not null default now(),
  constraint pk_call_imports primary key (account_id),
  constraint ck_call_imports_state check (state in ('counting', 'counted', 'fetching', 'fetched')),
  constraint fk_call_imports_account foreign key (account_id) references accounts (id) on delete cascade
);

-- The search document of a call that has ended or has been waiting for a while. Searches read other calls directly.
create table call_search (
  call_id uuid,
  account_id uuid not null,
  created_at timestamptz not null,
  words tsvector storage external not null,
  names text not null,
  constraint pk_call_search primary key (call_id),
  constraint fk_call_search_call foreign key (call_id) references calls (id) on delete cascade
);
create index ix_call_search on call_search using gin (account_id, date_trunc('hour'::text,
  (created_at at time zone 'utc'::text)), words, names gin_trgm_ops) with (gin_pending_list_limit='1024');

-- Hashes of the sender's ids for deleted calls, so that a sender's retry doesn't bring them back.
create table deleted_call_ids (
  account_id uuid,
  hash text,
  call_id uuid not null,
  constraint pk_deleted_call_ids primary key (account_id, hash),
  constraint fk_deleted_call_ids_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_deleted_call_ids_call on deleted_call_ids (call_id);

create table deleted_calls (
  call_id uuid,
  account_id uuid not null,
  erasure_id uuid not null,
  recording_key text,
  snapshot jsonb,
  erase_at timestamptz not null,
  note_references text[],
  constraint pk_deleted_calls primary key (call_id),
  constraint fk_deleted_calls_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_deleted_calls_erasure foreign key (erasure_id) references erasures (id) on delete cascade
);
create index ix_deleted_calls_account on deleted_calls (account_id);
create index ix_deleted_calls_due on deleted_calls (erase_at);
create index ix_deleted_calls_erasure on deleted_calls (erasure_id);

-- Number of judged calls by day and dimension. For example, inbound_agent counts inbound calls by agent.
create table happiness_days (
  account_id uuid,
  day date,
  dimension text,
  value text,
  positive integer not null,
  neutral integer not null,
  negative integer not null,
  needs_review integer not null,
  booked integer not null default 0,
  not_booked_undecided integer not null default 0,
  not_booked_unreached integer not null default 0,
  not_booked_other integer not null default 0,
  not_a_lead integer not null default 0,
  confirmed_booked integer not null default 0,
  confirmed_not_booked integer not null default 0,
  confirmed_not_a_lead integer not null default 0,
  asked integer not null default 0,
  not_asked integer not null default 0,
  reached integer not null default 0,
  not_reached integer not null default 0,
  constraint pk_happiness_days primary key (account_id, dimension, day, value),
  constraint ck_happiness_days_dimension check (dimension in ('all', 'direction', 'agent', 'topic', 'hour',
    'inbound_agent', 'inbound_topic', 'inbound_hour', 'outbound_agent', 'outbound_topic', 'outbound_hour',
    'inbound_campaign', 'outbound_campaign')),
  constraint fk_happiness_days_account foreign key (account_id) references accounts (id) on delete cascade
) with (fillfactor=70);

-- Accounts whose calls are being recounted in the background after a time zone change.
create table happiness_recounts (
  account_id uuid,
  requested_at timestamptz not null default now(),
  last_created_at timestamptz,
  last_call_id uuid,
  constraint pk_happiness_recounts primary key (account_id),
  constraint fk_happiness_recounts_account foreign key (account_id) references accounts (id) on delete cascade
);

create table inbox_folders (
  account_id uuid,
  checked_at timestamptz not null,
  waiting integer not null,
  taken_at timestamptz,
  problem text,
  refused jsonb not null,
  names text[] not null,
  constraint pk_inbox_folders primary key (account_id),
  constraint fk_inbox_folders_account foreign key (account_id) references accounts (id) on delete cascade
);

-- The label and dimensions that a call is counted by, from its current result. Only triggers write to this table.
create table judged_calls (
  call_id uuid,
  account_id uuid not null,
  day date not null,
  hour smallint not null,
  direction text,
  agent_id uuid,
  label text not null,
  topic text,
  confidence real not null,
  has_quote boolean not null,
  booking text,
  is_confirmed boolean not null default false,
  campaign text,
  asked text,
  reached text,
  constraint pk_judged_calls primary key (call_id),
  constraint ck_judged_calls_label check (label in ('positive', 'neutral', 'negative', 'needs_review'))
);
create index ix_judged_calls_agent on judged_calls (account_id, agent_id, day) include (label, direction, topic,
  hour, confidence, has_quote, call_id) where agent_id is not null;
create index ix_judged_calls_hour on judged_calls (account_id, hour, day) include (call_id);
create index ix_judged_calls_moments on judged_calls (account_id, label, day, confidence desc) where has_quote;

create table pending_words (
  call_id uuid,
  account_id uuid not null,
  run_number integer not null,
  run_after timestamptz not null default now(),
  lease_token uuid,
  give_up_at timestamptz not null,
  is_rewrite boolean not null default false,
  constraint pk_pending_words primary key (call_id),
  constraint fk_pending_words_call foreign key (call_id) references calls (id) on delete cascade
);
create index ix_pending_words_due on pending_words (run_after);

create table saved_filters (
  id uuid default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  filters jsonb not null,
  created_at timestamptz not null default now(),
  constraint pk_saved_filters primary key (id),
  constraint fk_saved_filters_user foreign key (user_id) references users (id) on delete cascade
);
create unique index uq_saved_filters_name on saved_filters (user_id, lower(name));

create table service_titan_jobs (
  account_id uuid,
  id text,
  number text,
  customer_id text,
  lead_call_id text,
  phones text[] not null default '{}'::text[],
  total_cents bigint,
  is_canceled boolean not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  stored_at timestamptz not null default now(),
  constraint pk_service_titan_jobs primary key (account_id, id),
  constraint fk_service_titan_jobs_account foreign key (account_id) references accounts (id) on delete cascade
);

create table shared_links (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  call_id uuid not null,
  created_by uuid,
  token_hash text not null,
  scope text not null,
  clip_start_ms integer,
  clip_end_ms integer,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  first_opened_at timestamptz,
  last_opened_at timestamptz,
  open_count integer not null default 0,
  created_at timestamptz not null default now(),
  constraint pk_shared_links primary key (id),
  constraint uq_shared_links_token unique (token_hash),
  constraint ck_shared_links_clip check ((scope = 'clip') = (clip_start_ms is not null and clip_end_ms is not null)),
  constraint ck_shared_links_scope check (scope in ('summary', 'clip', 'whole')),
  constraint fk_shared_links_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_shared_links_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_shared_links_created_by foreign key (created_by) references users (id) on delete set null
);
create index ix_shared_links_account on shared_links (account_id);
create index ix_shared_links_call on shared_links (call_id);
create index ix_shared_links_created_by on shared_links (created_by);

create table transcripts (
  call_id uuid,
  run_number integer,
  engine text not null,
  language text not null,
  duration_seconds numeric(10,2) not null,
  segments jsonb not null,
  text text not null,
  created_at timestamptz not null default now(),
  account_id uuid not null,
  quality text,
  quality_score real,
  speakers_guessed boolean not null default false,
  customer_channel smallint,
  speakers_swapped boolean not null default false,
  constraint pk_transcripts primary key (call_id, run_number),
  constraint fk_transcripts_call foreign key (call_id) references calls (id) on delete cascade
);
create index ix_transcripts_basic on transcripts (account_id, created_at, call_id) where engine = 'pocketsphinx';

-- Usage per account and UTC day, updated in the same transaction as the usage record.
create table usage_daily (
  account_id uuid,
  day date,
  minutes numeric(14,2) not null default 0,
  calls integer not null default 0,
  instance_runs bigint not null default 0,
  api_calls bigint not null default 0,
  call_minutes numeric(14,2) not null default 0,
  constraint pk_usage_daily primary key (account_id, day),
  constraint fk_usage_daily_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_usage_daily_day on usage_daily (day);

-- Combined usage of all accounts per UTC hour, so that days in any time zone can be summed. Includes deleted accounts.
create table usage_hourly (
  hour timestamptz,
  minutes numeric(14,2) not null default 0,
  calls integer not null default 0,
  instance_runs bigint not null default 0,
  posted_api_calls bigint not null default 0,
  requests bigint not null default 0,
  constraint pk_usage_hourly primary key (hour)
);

create table usage_records (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  call_id uuid,
  minutes numeric(10,2) not null default 0,
  instance_runs integer not null default 0,
  api_calls integer not null default 0,
  source text not null,
  metadata jsonb,
  call_data jsonb,
  recorded_at timestamptz not null default now(),
  idempotency_key text,
  request_hash text,
  constraint pk_usage_records primary key (id),
  constraint uq_usage_records_call unique (call_id),
  constraint fk_usage_records_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_usage_records_call foreign key (call_id) references calls (id) on delete set null
);
create index ix_usage_records_account_recorded on usage_records (account_id, recorded_at);
create unique index uq_usage_records_idempotency_key on usage_records (account_id, idempotency_key)
  where idempotency_key is not null;

-- Usage per account and week, starting on Monday. The all-accounts report uses it for whole weeks.
create table usage_weekly (
  account_id uuid,
  week date,
  minutes numeric(14,2) not null default 0,
  call_minutes numeric(14,2) not null default 0,
  calls integer not null default 0,
  constraint pk_usage_weekly primary key (account_id, week),
  constraint fk_usage_weekly_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_usage_weekly_week on usage_weekly (week);
`;
