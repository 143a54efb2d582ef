// Columns of `happiness_days`, each with the condition for the calls that it counts.
const LABEL_COLUMNS = ['positive', 'neutral', 'negative', 'needs_review'].map(
  (label) => [label, `call.label = '${label}'`] as const,
);
const BOOKING_COLUMNS = [
  ...['booked', 'not_booked_undecided', 'not_booked_unreached', 'not_booked_other', 'not_a_lead'].map(
    (booking) => [booking, `call.booking = '${booking}'`] as const,
  ),
  ['confirmed_booked', `call.is_confirmed and call.booking = 'booked'`],
  ['confirmed_not_booked', `call.is_confirmed and call.booking like 'not_booked%'`],
  ['confirmed_not_a_lead', `call.is_confirmed and call.booking = 'not_a_lead'`],
  ...['asked', 'not_asked'].map((asked) => [asked, `call.asked = '${asked}'`] as const),
  ...['reached', 'not_reached'].map((reached) => [reached, `call.reached = '${reached}'`] as const),
] as const;
const COUNTED_COLUMNS = [...LABEL_COLUMNS, ...BOOKING_COLUMNS];
const COLUMN_NAMES = COUNTED_COLUMNS.map(([name]) => name).join(', ');
const ZEROS = COUNTED_COLUMNS.map(() => '0').join(', ');

const addColumnsFrom = (source: string): string =>
  COUNTED_COLUMNS.map(([name]) => `${name} = days.${name} + ${source}.${name}`).join(', ');

// The dimensions and values in happiness_days that a call counts toward.
const DIMENSIONS = `
  (values ('all', ''), ('direction', call.direction), ('agent', call.agent_id::text), ('topic', call.topic),
    ('hour', call.hour::text), (call.direction || '_agent', call.agent_id::text),
    (call.direction || '_topic', call.topic), (call.direction || '_hour', call.hour::text),
    (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)) counted (dimension, value)
  where counted.dimension is not null and counted.value is not null`;

const INSERT_SQL = `insert into happiness_days as days (account_id, day, dimension, value, ${COLUMN_NAMES})`;
const ON_CONFLICT = `on conflict (account_id, dimension, day, value) do update set ${addColumnsFrom('excluded')}`;

// What a single call adds to each column. Doesn't need grouping.
const SINGLE_CALL_COUNTS = [
  ...LABEL_COLUMNS.map(([, condition]) => `(${condition})::int`),
  ...BOOKING_COLUMNS.map(([, condition]) => `coalesce((${condition})::int, 0)`),
].join(', ');

/** @param calls a subquery that returns each call with its change: 1 or -1 */
const selectSums = (calls: string): string => `
  select * from (
    select call.account_id, call.day, counted.dimension, counted.value,
      ${COUNTED_COLUMNS.map(([name, condition]) => `coalesce(sum(call.change) filter (where ${condition}), 0) as ${name}`).join(', ')}
    from (${calls}) call cross join lateral ${DIMENSIONS}
    group by 1, 2, 3, 4) sums
  where (${COLUMN_NAMES}) <> (${ZEROS})
  order by account_id, dimension, day, value`;

/** Functions and triggers that judge calls and count them by day (decision 058). */
export const HAPPINESS_TRIGGERS = `
create function local_call_time(at timestamptz,
  time_zone text) returns timestamp without time zone language plpgsql stable as $$
  begin
    return at at time zone coalesce(time_zone, 'UTC');
  exception when invalid_parameter_value then
    return at at time zone 'UTC';
  end
$$;

create function lock_happiness(of_account uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('ringwell.happiness'), hashtext(of_account::text))
$$;

create function judge_calls(of_account uuid,
  of_calls uuid[]) returns void language plpgsql set plan_cache_mode to 'force_generic_plan' as $$
  begin
    perform lock_happiness(of_account);
    insert into judged_calls as judged (call_id, account_id, day, hour, direction, agent_id, label, topic, confidence,
      has_quote, booking, is_confirmed, campaign, asked, reached)
    select call.id, call.account_id, local.time::date, extract(hour from local.time), call.direction, call.agent_id,
      case when analysis.needs_review then 'needs_review' else analysis.sentiment end,
      analysis.topic, analysis.confidence,
      not analysis.needs_review and analysis.sentiment <> 'neutral' and exists (
        select from jsonb_array_elements(analysis.evidence) quote where lower(quote ->> 'claim') = analysis.sentiment),
          nullif(analysis.booking, 'unclear'), exists (select from booking_facts fact where fact.call_id = call.id
          and fact.evidence <> 'phone'),
        left(call.campaign, 200),
        case when analysis.booking in ('not_booked_undecided', 'not_booked_other') then nullif(analysis.asked, 'unclear') end,
        case when call.direction = 'outbound' then nullif(analysis.reached, 'unclear') end
    from calls call
      join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      left join account_settings settings on settings.account_id = call.account_id
      cross join lateral (
        select local_call_time(least(call.occurred_at, call.created_at), settings.time_zone) as time offset 0) local
    where call.id = any(of_calls) and call.account_id = of_account and call.source <> 'demo'
    on conflict (call_id) do update set
      day = excluded.day, hour = excluded.hour, direction = excluded.direction, agent_id = excluded.agent_id,
        label = excluded.label, topic = excluded.topic, confidence = excluded.confidence,
        has_quote = excluded.has_quote, booking = excluded.booking, is_confirmed = excluded.is_confirmed,
          campaign = excluded.campaign, asked = excluded.asked, reached = excluded.reached
    where (judged.day, judged.hour, judged.direction, judged.agent_id, judged.label, judged.topic, judged.confidence,
      judged.has_quote, judged.booking, judged.is_confirmed, judged.campaign, judged.asked, judged.reached) is distinct from (excluded.day,
        excluded.hour, excluded.direction,
      excluded.agent_id, excluded.label, excluded.topic, excluded.confidence, excluded.has_quote, excluded.booking,
        excluded.is_confirmed, excluded.campaign, excluded.asked, excluded.reached);
  end
$$;

create function happiness_days_add() returns trigger language plpgsql as $$
  begin
    if (select count(*) from added) < 2 then
      ${INSERT_SQL}
      select call.account_id, call.day, counted.dimension, counted.value, ${SINGLE_CALL_COUNTS}
      from added call cross join lateral ${DIMENSIONS}
      order by counted.dimension, counted.value
      ${ON_CONFLICT};
      return null;
    end if;
    ${INSERT_SQL} ${selectSums('select *, 1 as change from added')} ${ON_CONFLICT};
    return null;
  end
$$;

create function happiness_days_change() returns trigger language plpgsql as $$
  begin
    if not exists (select from added) then return null; end if;
    ${INSERT_SQL} ${selectSums('select *, 1 as change from added union all select *, -1 from removed')} ${ON_CONFLICT};
    return null;
  end
$$;

create function happiness_days_subtract() returns trigger language plpgsql as $$
  begin
    perform lock_happiness(account_id) from (select distinct account_id from removed order by 1) account;
    update happiness_days days set ${addColumnsFrom('sums')}
    from (${selectSums('select *, -1 as change from removed')}) sums
    where (days.account_id, days.day, days.dimension, days.value)
      = (sums.account_id, sums.day, sums.dimension, sums.value);
    return null;
  end
$$;

create function happiness_call_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(new.account_id, array[new.id]);
    return null;
  end
$$;

create function happiness_calls_deleted() returns trigger language plpgsql as $$
  begin
    perform lock_happiness(account_id) from (select distinct account_id from deleted order by 1) account;
    delete from judged_calls where call_id in (select id from deleted);
    return null;
  end
$$;

create function happiness_analysis_changed() returns trigger language plpgsql as $$
  begin
    perform judge_calls(call.account_id, array[call.id]) from calls call
      where call.id = new.call_id and call.result_run_number = new.run_number and call.source <> 'demo';
    return null;
  end
$$;

create function happiness_time_zone_changed() returns trigger language plpgsql as $$
  begin
    insert into happiness_recounts (account_id)
    select new.account_id where exists (select from calls where account_id = new.account_id)
    on conflict (account_id) do update
      set requested_at = clock_timestamp(), last_created_at = null, last_call_id = null;
    return null;
  end
$$;

create trigger happiness_analysis_changed after insert or update on analyses for each row
  execute function happiness_analysis_changed();
create trigger happiness_call_changed after update of result_run_number, agent_id, direction, occurred_at
  on calls for each row when (new.result_run_number is not null and new.source <> 'demo'
  and ((old.result_run_number is distinct from new.result_run_number)
  or (old.agent_id is distinct from new.agent_id) or (old.direction is distinct from new.direction)
  or (old.occurred_at is distinct from new.occurred_at))) execute function happiness_call_changed();
create trigger happiness_calls_deleted after delete on calls referencing old table as deleted
  for each statement execute function happiness_calls_deleted();
create trigger happiness_campaign_changed after update of campaign on calls
  for each row when (new.result_run_number is not null and (new.campaign is distinct from old.campaign))
  execute function happiness_call_changed();
create trigger happiness_days_add after insert on judged_calls referencing new table as added
  for each statement execute function happiness_days_add();
create trigger happiness_days_change after update
  on judged_calls referencing old table as removed new table as added for each statement
  execute function happiness_days_change();
create trigger happiness_days_subtract after delete on judged_calls referencing old table as removed
  for each statement execute function happiness_days_subtract();
create trigger happiness_time_zone_changed after update of time_zone on account_settings
  for each row when (old.time_zone is distinct from new.time_zone) execute function happiness_time_zone_changed();
`;
