import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The initial schema. Constraints have explicit names, so that errors can be identified by them. */
export class CreateSchema1763640000000 implements MigrationInterface {
  name = 'CreateSchema1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id uuid not null default gen_random_uuid(),
        email text not null,
        first_name text,
        last_name text,
        profile_image_url text,
        company text,
        service_titan_tenant text,
        role text not null default 'user',
        status text not null default 'demo',
        is_active boolean not null default true,
        activated_at timestamptz,
        password_hash text,
        oidc_issuer text,
        oidc_subject text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint uq_users_oidc unique (oidc_issuer, oidc_subject),
        constraint uq_users_email unique (email),
        constraint ck_users_status check (status in ('demo', 'active')),
        constraint ck_users_role check (role in ('user', 'admin')),
        constraint ck_users_email check (email = lower(email)),
        constraint pk_users primary key (id)
      )
    `);
    await runner.query(`
      create table account_lanes (
        user_id uuid not null,
        last_served_at timestamptz not null default '-infinity',
        last_delivered_at timestamptz not null default '-infinity',
        constraint pk_account_lanes primary key (user_id)
      )
    `);
    await runner.query(`
      create table account_settings (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
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
        email_address text[] not null default '{}',
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
        constraint uq_account_settings_user unique (user_id),
        constraint pk_account_settings primary key (id)
      )
    `);
    await runner.query(`
      create table activity_logs (
        id uuid not null default gen_random_uuid(),
        user_id uuid,
        action text not null,
        description text not null,
        metadata jsonb,
        ip_address text,
        user_agent text,
        created_at timestamptz not null default now(),
        constraint pk_activity_logs primary key (id)
      )
    `);
    await runner.query(`create index ix_activity_logs_created on activity_logs (created_at)`);
    await runner.query(`create index ix_activity_logs_user on activity_logs (user_id)`);
    await runner.query(`
      create table bearer_tokens (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        token_hash text not null,
        last_four text not null,
        name text not null,
        is_active boolean not null default true,
        last_used_at timestamptz,
        expires_at timestamptz,
        created_at timestamptz not null default now(),
        constraint uq_bearer_tokens_hash unique (token_hash),
        constraint pk_bearer_tokens primary key (id)
      )
    `);
    await runner.query(`create index ix_bearer_tokens_user on bearer_tokens (user_id)`);
    await runner.query(`
      create table calls (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
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
        constraint uq_calls_idempotency_key unique (user_id, idempotency_key),
        constraint uq_calls_external_id unique (user_id, source, external_id),
        constraint ck_calls_state check (state in ('received', 'queued', 'released', 'running', 'completed', 'skipped', 'failed', 'timed_out')),
        constraint pk_calls primary key (id)
      )
    `);
    await runner.query(`
      create table analyses (
        call_id uuid not null,
        run_number integer not null,
        engine text not null,
        sentiment text not null,
        confidence real not null,
        summary text not null,
        key_points jsonb not null,
        reason text not null,
        outcome text not null,
        follow_up jsonb not null,
        course jsonb not null,
        evidence jsonb not null,
        created_at timestamptz not null default now(),
        constraint pk_analyses primary key (call_id)
      )
    `);
    await runner.query(`
      create table transcripts (
        call_id uuid not null,
        run_number integer not null,
        engine text not null,
        language text not null,
        duration_seconds numeric(10,2) not null,
        segments jsonb not null,
        text text not null,
        created_at timestamptz not null default now(),
        constraint pk_transcripts primary key (call_id)
      )
    `);
    await runner.query(`
      create table deliveries (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        call_id uuid not null,
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
        constraint uq_deliveries_destination unique (call_id, run_number, channel, destination_hash),
        constraint ck_deliveries_state check (state in ('pending', 'sending', 'sent', 'retry', 'unknown', 'verifying', 'failed', 'dead', 'suppressed')),
        constraint pk_deliveries primary key (id)
      )
    `);
    await runner.query(`create index ix_deliveries_user on deliveries (user_id)`);
    await runner.query(`
      create table delivery_attempts (
        id uuid not null default gen_random_uuid(),
        delivery_id uuid not null,
        attempt integer not null,
        outcome text not null,
        error_code text,
        error_message text,
        started_at timestamptz not null,
        finished_at timestamptz not null default now(),
        constraint uq_delivery_attempts_number unique (delivery_id, attempt),
        constraint pk_delivery_attempts primary key (id)
      )
    `);
    await runner.query(`
      create table usage_records (
        id uuid not null default gen_random_uuid(),
        user_id uuid not null,
        call_id uuid,
        minutes numeric(10,2) not null default 0,
        instance_runs integer not null default 0,
        api_calls integer not null default 0,
        source text not null,
        metadata jsonb,
        call_data jsonb,
        recorded_at timestamptz not null default now(),
        constraint uq_usage_records_call unique (call_id),
        constraint pk_usage_records primary key (id)
      )
    `);
    await runner.query(`create index ix_usage_records_user_recorded on usage_records (user_id, recorded_at)`);
    await runner.query(`
      create table usage_daily (
        user_id uuid not null,
        day date not null,
        minutes numeric(12,2) not null default 0,
        calls integer not null default 0,
        instance_runs integer not null default 0,
        api_calls integer not null default 0,
        constraint pk_usage_daily primary key (user_id, day)
      )
    `);
    await runner.query(`create index ix_usage_daily_day on usage_daily (day)`);
    await runner.query(`
      create table workers (
        id uuid not null,
        host text not null,
        slots integer not null,
        engines jsonb not null,
        started_at timestamptz not null default now(),
        last_seen_at timestamptz not null default now(),
        constraint pk_workers primary key (id)
      )
    `);
    await runner.query(
      `alter table account_lanes add constraint fk_account_lanes_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table account_settings add constraint fk_account_settings_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table activity_logs add constraint fk_activity_logs_user foreign key (user_id) references users(id) on delete set null`,
    );
    await runner.query(
      `alter table bearer_tokens add constraint fk_bearer_tokens_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table calls add constraint fk_calls_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table analyses add constraint fk_analyses_call foreign key (call_id) references calls(id) on delete cascade`,
    );
    await runner.query(
      `alter table transcripts add constraint fk_transcripts_call foreign key (call_id) references calls(id) on delete cascade`,
    );
    await runner.query(
      `alter table deliveries add constraint fk_deliveries_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table deliveries add constraint fk_deliveries_call foreign key (call_id) references calls(id) on delete cascade`,
    );
    await runner.query(
      `alter table delivery_attempts add constraint fk_delivery_attempts_delivery foreign key (delivery_id) references deliveries(id) on delete cascade`,
    );
    await runner.query(
      `alter table usage_records add constraint fk_usage_records_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `alter table usage_records add constraint fk_usage_records_call foreign key (call_id) references calls(id) on delete set null`,
    );
    await runner.query(
      `alter table usage_daily add constraint fk_usage_daily_user foreign key (user_id) references users(id) on delete cascade`,
    );
    await runner.query(
      `create index ix_calls_queued on calls (user_id, deadline_at, run_after, id) where state = 'queued'`,
    );
    await runner.query(`create index ix_calls_queue_age on calls (run_after) where state = 'queued'`);
    await runner.query(`create index ix_calls_active on calls (user_id) where state in ('released', 'running')`);
    await runner.query(
      `create index ix_calls_deadline on calls (deadline_at) where state in ('queued', 'released', 'running')`,
    );
    await runner.query(`create index ix_calls_user_created on calls (user_id, created_at desc, id desc)`);
    await runner.query(
      `create index ix_deliveries_due on deliveries (user_id, channel, priority desc, run_after) where state in ('pending', 'retry', 'unknown')`,
    );
    await runner.query(
      `create index ix_deliveries_leased on deliveries (user_id, channel) where lease_until is not null`,
    );
    await runner.query(
      `create unique index uq_deliveries_in_flight on deliveries (user_id, channel) where state in ('sending', 'verifying')`,
    );
    await runner.query(`alter table calls set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`);
    await runner.query(`alter table deliveries set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table users, account_lanes, account_settings, activity_logs, bearer_tokens, calls, analyses, transcripts, deliveries, delivery_attempts, usage_records, usage_daily, workers',
    );
  }
}
