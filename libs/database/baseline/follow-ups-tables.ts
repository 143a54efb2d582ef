/** Tables for follow-ups and their escalations. */
export const FOLLOW_UPS_TABLES = `
create table escalations (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  created_at timestamptz not null default now(),
  constraint pk_escalations primary key (id),
  constraint fk_escalations_account foreign key (account_id) references accounts (id) on delete cascade
);
create index ix_escalations_account on escalations (account_id, created_at);

create table follow_ups (
  id uuid default gen_random_uuid(),
  account_id uuid not null,
  customer_id uuid,
  call_id uuid not null,
  kind text not null,
  state text not null default 'open',
  outcome text,
  due_at timestamptz not null,
  is_promised_time boolean not null default false,
  urgent_at timestamptz not null,
  call_count integer not null default 1,
  snoozed_until timestamptz,
  assignee_id uuid,
  taken_by text,
  escalated_at timestamptz,
  closed_at timestamptz,
  called_back_at timestamptz,
  closed_by_call_id uuid,
  version integer not null default 1,
  opened_at timestamptz not null,
  updated_at timestamptz not null default clock_timestamp(),
  escalation_id uuid,
  direction text,
  promise_confirmed boolean,
  is_danger boolean not null default false,
  tries integer not null default 0,
  last_contact_at timestamptz,
  job_id text,
  brought_cents bigint,
  is_estimate boolean not null default false,
  constraint pk_follow_ups primary key (id),
  constraint ck_follow_ups_kind check (kind in ('unhappy', 'promise', 'voicemail', 'review', 'rule', 'lead')),
  constraint ck_follow_ups_outcome check (outcome in ('recovered', 'called_back', 'still_unhappy', 'no_answer',
    'not_needed', 'won')),
  constraint ck_follow_ups_state check (state in ('open', 'in_progress', 'done', 'dismissed')),
  constraint fk_follow_ups_account foreign key (account_id) references accounts (id) on delete cascade,
  constraint fk_follow_ups_assignee foreign key (account_id, assignee_id) references members (account_id, user_id)
    on delete set null (assignee_id),
  constraint fk_follow_ups_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_follow_ups_customer foreign key (account_id, customer_id) references customers (account_id, id)
    on delete cascade,
  constraint fk_follow_ups_escalation foreign key (escalation_id) references escalations (id) on delete set null
);
create index ix_follow_ups_assignee on follow_ups (account_id, assignee_id) where assignee_id is not null;
create index ix_follow_ups_call on follow_ups (call_id);
create index ix_follow_ups_changed on follow_ups (account_id, updated_at, id);
create index ix_follow_ups_closed on follow_ups (account_id, closed_at desc, id desc) where closed_at is not null;
create index ix_follow_ups_closed_by on follow_ups (closed_by_call_id) where closed_by_call_id is not null;
create index ix_follow_ups_customer on follow_ups (account_id, customer_id, opened_at);
create index ix_follow_ups_due on follow_ups (due_at) where state in ('open', 'in_progress') and escalated_at is null;
create index ix_follow_ups_escalation on follow_ups (escalation_id) where escalation_id is not null;
create index ix_follow_ups_opened on follow_ups (account_id, kind, opened_at) include (state, outcome, due_at,
  called_back_at, call_id, direction);
create index ix_follow_ups_urgency on follow_ups (account_id,
  (
case
    when is_danger then 9
    else
    case kind
        when 'unhappy'::text then 6
        when 'lead'::text then 5
        when 'rule'::text then 4
        when 'promise'::text then 3
        when 'voicemail'::text then 2
        when 'review'::text then 1
        else null::integer
    end
end), (
case
    when is_danger then 'infinity'::timestamp with time zone
    else GREATEST(due_at, opened_at, last_contact_at, snoozed_until)
end), id) where state in ('open', 'in_progress');
create index ix_follow_ups_urgent on follow_ups (account_id, urgent_at, id) where state in ('open', 'in_progress');
create index ix_follow_ups_won on follow_ups (account_id, opened_at) include (brought_cents, is_estimate,
  direction) where outcome = 'won' and kind = 'lead';
create unique index uq_follow_ups_waiting on follow_ups (account_id, customer_id) where state in ('open',
  'in_progress');

create table follow_up_events (
  id uuid default gen_random_uuid(),
  follow_up_id uuid not null,
  type text not null,
  actor text,
  call_id uuid,
  outcome text,
  note text,
  until timestamptz,
  at timestamptz not null default clock_timestamp(),
  constraint pk_follow_up_events primary key (id),
  constraint fk_follow_up_events_call foreign key (call_id) references calls (id) on delete set null,
  constraint fk_follow_up_events_follow_up foreign key (follow_up_id) references follow_ups (id) on delete cascade
);
create index ix_follow_up_events_call on follow_up_events (call_id) where call_id is not null;
create index ix_follow_up_events_follow_up on follow_up_events (follow_up_id, at);

-- A call belongs to at most one follow-up.
create table follow_up_calls (
  call_id uuid,
  follow_up_id uuid not null,
  kind text,
  due_at timestamptz,
  is_promised_time boolean not null default false,
  called_at timestamptz not null,
  is_raising boolean not null default true,
  is_danger boolean not null default false,
  constraint pk_follow_up_calls primary key (call_id),
  constraint ck_follow_up_calls_kind check (kind in ('unhappy', 'promise', 'voicemail', 'review', 'rule', 'lead')),
  constraint fk_follow_up_calls_call foreign key (call_id) references calls (id) on delete cascade,
  constraint fk_follow_up_calls_follow_up foreign key (follow_up_id) references follow_ups (id) on delete cascade
);
create index ix_follow_up_calls_follow_up on follow_up_calls (follow_up_id);
`;
