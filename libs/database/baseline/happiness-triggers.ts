/** Happiness by day: which label a call has on which day, the sums of them, and the triggers that keep both current (decision 058). */
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
      has_quote, booking, is_confirmed, campaign)
    select call.id, call.account_id, local.time::date, extract(hour from local.time), call.direction, call.agent_id,
      case when analysis.needs_review then 'needs_review' else analysis.sentiment end,
      analysis.topic, analysis.confidence,
      not analysis.needs_review and analysis.sentiment <> 'neutral' and exists (
        select from jsonb_array_elements(analysis.evidence) quote where lower(quote ->> 'claim') = analysis.sentiment),
          nullif(analysis.booking, 'unclear'), exists (select from booking_facts fact where fact.call_id = call.id
          and fact.evidence <> 'phone'),
        left(call.campaign, 200)
    from calls call
      join analyses analysis on analysis.call_id = call.id and analysis.run_number = call.result_run_number
      left join account_settings settings on settings.account_id = call.account_id
      cross join lateral (
        select local_call_time(least(call.occurred_at, call.created_at), settings.time_zone) as time) local
    where call.id = any(of_calls) and call.account_id = of_account and call.source <> 'demo'
    on conflict (call_id) do update set
      day = excluded.day, hour = excluded.hour, direction = excluded.direction, agent_id = excluded.agent_id,
        label = excluded.label, topic = excluded.topic, confidence = excluded.confidence,
        has_quote = excluded.has_quote, booking = excluded.booking, is_confirmed = excluded.is_confirmed,
          campaign = excluded.campaign
    where (judged.day, judged.hour, judged.direction, judged.agent_id, judged.label, judged.topic, judged.confidence,
      judged.has_quote, judged.booking, judged.is_confirmed, judged.campaign) is distinct from (excluded.day,
        excluded.hour, excluded.direction,
      excluded.agent_id, excluded.label, excluded.topic, excluded.confidence, excluded.has_quote, excluded.booking,
        excluded.is_confirmed, excluded.campaign);
  end
$$;

create function happiness_days_add() returns trigger language plpgsql as $$
  begin
    if (select count(*) from added) < 2 then
      perform lock_happiness(account_id) from added;
      insert into happiness_days as days
        (account_id, day, dimension, value, positive, neutral, negative, needs_review, booked, not_booked_undecided,
          not_booked_unreached, not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked,
          confirmed_not_a_lead)
      select call.account_id, call.day, counted.dimension, counted.value, (call.label = 'positive')::int,
        (call.label = 'neutral')::int, (call.label = 'negative')::int, (call.label = 'needs_review')::int,
          coalesce((call.booking = 'booked')::int, 0), coalesce((call.booking = 'not_booked_undecided')::int, 0),
          coalesce((call.booking = 'not_booked_unreached')::int, 0), coalesce((call.booking = 'not_booked_other')::int,
          0), coalesce((call.booking = 'not_a_lead')::int, 0), coalesce((call.is_confirmed
          and call.booking = 'booked')::int, 0), coalesce((call.is_confirmed and call.booking like 'not_booked%')::int,
          0), coalesce((call.is_confirmed and call.booking = 'not_a_lead')::int, 0)
      from added call cross join lateral (values ('all', ''), ('direction', call.direction),
        ('agent', call.agent_id::text), ('topic', call.topic), ('hour', call.hour::text),
        (call.direction || '_agent', call.agent_id::text),
        (call.direction || '_topic', call.topic),
        (call.direction || '_hour', call.hour::text),
        (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)
        ) counted (dimension, value)
      where counted.dimension is not null and counted.value is not null
      order by counted.dimension, counted.value
      on conflict (account_id, dimension, day, value) do update set
        positive = days.positive + excluded.positive, neutral = days.neutral + excluded.neutral,
        negative = days.negative + excluded.negative, needs_review = days.needs_review + excluded.needs_review,
          booked = days.booked + excluded.booked,
          not_booked_undecided = days.not_booked_undecided + excluded.not_booked_undecided,
          not_booked_unreached = days.not_booked_unreached + excluded.not_booked_unreached,
          not_booked_other = days.not_booked_other + excluded.not_booked_other,
          not_a_lead = days.not_a_lead + excluded.not_a_lead,
          confirmed_booked = days.confirmed_booked + excluded.confirmed_booked,
          confirmed_not_booked = days.confirmed_not_booked + excluded.confirmed_not_booked,
          confirmed_not_a_lead = days.confirmed_not_a_lead + excluded.confirmed_not_a_lead;
      return null;
    end if;
    perform lock_happiness(account_id) from (select distinct account_id from added order by 1) account;
  insert into happiness_days as days
    (account_id, day, dimension, value, positive, neutral, negative, needs_review, booked, not_booked_undecided,
      not_booked_unreached, not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked, confirmed_not_a_lead)
  select * from (
    select call.account_id, call.day, counted.dimension, counted.value,
      coalesce(sum(call.change) filter (where call.label = 'positive'), 0) as positive,
        coalesce(sum(call.change) filter (where call.label = 'neutral'), 0) as neutral,
        coalesce(sum(call.change) filter (where call.label = 'negative'), 0) as negative,
        coalesce(sum(call.change) filter (where call.label = 'needs_review'), 0) as needs_review,
          coalesce(sum(call.change) filter (where call.booking = 'booked'), 0) as booked,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_undecided'), 0) as not_booked_undecided,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_unreached'), 0) as not_booked_unreached,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_other'), 0) as not_booked_other,
          coalesce(sum(call.change) filter (where call.booking = 'not_a_lead'), 0) as not_a_lead,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'booked'),
          0) as confirmed_booked, coalesce(sum(call.change) filter (where call.is_confirmed
          and call.booking like 'not_booked%'), 0) as confirmed_not_booked,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'not_a_lead'),
          0) as confirmed_not_a_lead
    from (select *, 1 as change from added) call
      cross join lateral (values ('all', ''), ('direction', call.direction), ('agent', call.agent_id::text), ('topic',
        call.topic), ('hour', call.hour::text),
        (call.direction || '_agent', call.agent_id::text),
        (call.direction || '_topic', call.topic),
        (call.direction || '_hour', call.hour::text),
        (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)) counted (dimension,
        value)
    where counted.dimension is not null and counted.value is not null
    group by 1, 2, 3, 4) sums
  where (positive, neutral, negative, needs_review, booked, not_booked_undecided, not_booked_unreached,
    not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked, confirmed_not_a_lead) <> (0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0)
  order by account_id, dimension, day, value
  on conflict (account_id, dimension, day, value) do update set
    positive = days.positive + excluded.positive, neutral = days.neutral + excluded.neutral,
    negative = days.negative + excluded.negative, needs_review = days.needs_review + excluded.needs_review,
      booked = days.booked + excluded.booked,
      not_booked_undecided = days.not_booked_undecided + excluded.not_booked_undecided,
      not_booked_unreached = days.not_booked_unreached + excluded.not_booked_unreached,
      not_booked_other = days.not_booked_other + excluded.not_booked_other,
      not_a_lead = days.not_a_lead + excluded.not_a_lead,
      confirmed_booked = days.confirmed_booked + excluded.confirmed_booked,
      confirmed_not_booked = days.confirmed_not_booked + excluded.confirmed_not_booked,
      confirmed_not_a_lead = days.confirmed_not_a_lead + excluded.confirmed_not_a_lead;
    return null;
  end
$$;

create function happiness_days_change() returns trigger language plpgsql as $$
  begin
    if not exists (select from added) then return null; end if;
    perform lock_happiness(account_id) from (select distinct account_id from added order by 1) account;
  insert into happiness_days as days
    (account_id, day, dimension, value, positive, neutral, negative, needs_review, booked, not_booked_undecided,
      not_booked_unreached, not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked, confirmed_not_a_lead)
  select * from (
    select call.account_id, call.day, counted.dimension, counted.value,
      coalesce(sum(call.change) filter (where call.label = 'positive'), 0) as positive,
        coalesce(sum(call.change) filter (where call.label = 'neutral'), 0) as neutral,
        coalesce(sum(call.change) filter (where call.label = 'negative'), 0) as negative,
        coalesce(sum(call.change) filter (where call.label = 'needs_review'), 0) as needs_review,
          coalesce(sum(call.change) filter (where call.booking = 'booked'), 0) as booked,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_undecided'), 0) as not_booked_undecided,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_unreached'), 0) as not_booked_unreached,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_other'), 0) as not_booked_other,
          coalesce(sum(call.change) filter (where call.booking = 'not_a_lead'), 0) as not_a_lead,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'booked'),
          0) as confirmed_booked, coalesce(sum(call.change) filter (where call.is_confirmed
          and call.booking like 'not_booked%'), 0) as confirmed_not_booked,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'not_a_lead'),
          0) as confirmed_not_a_lead
    from (select *, 1 as change from added union all select *, -1 from removed) call
      cross join lateral (values ('all', ''), ('direction', call.direction), ('agent', call.agent_id::text), ('topic',
        call.topic), ('hour', call.hour::text),
        (call.direction || '_agent', call.agent_id::text),
        (call.direction || '_topic', call.topic),
        (call.direction || '_hour', call.hour::text),
        (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)) counted (dimension,
        value)
    where counted.dimension is not null and counted.value is not null
    group by 1, 2, 3, 4) sums
  where (positive, neutral, negative, needs_review, booked, not_booked_undecided, not_booked_unreached,
    not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked, confirmed_not_a_lead) <> (0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0)
  order by account_id, dimension, day, value
  on conflict (account_id, dimension, day, value) do update set
    positive = days.positive + excluded.positive, neutral = days.neutral + excluded.neutral,
    negative = days.negative + excluded.negative, needs_review = days.needs_review + excluded.needs_review,
      booked = days.booked + excluded.booked,
      not_booked_undecided = days.not_booked_undecided + excluded.not_booked_undecided,
      not_booked_unreached = days.not_booked_unreached + excluded.not_booked_unreached,
      not_booked_other = days.not_booked_other + excluded.not_booked_other,
      not_a_lead = days.not_a_lead + excluded.not_a_lead,
      confirmed_booked = days.confirmed_booked + excluded.confirmed_booked,
      confirmed_not_booked = days.confirmed_not_booked + excluded.confirmed_not_booked,
      confirmed_not_a_lead = days.confirmed_not_a_lead + excluded.confirmed_not_a_lead;
    return null;
  end
$$;

create function happiness_days_subtract() returns trigger language plpgsql as $$
  begin
    perform lock_happiness(account_id) from (select distinct account_id from removed order by 1) account;
  update happiness_days days set
    positive = days.positive + sums.positive, neutral = days.neutral + sums.neutral,
    negative = days.negative + sums.negative, needs_review = days.needs_review + sums.needs_review,
      booked = days.booked + sums.booked, not_booked_undecided = days.not_booked_undecided + sums.not_booked_undecided,
      not_booked_unreached = days.not_booked_unreached + sums.not_booked_unreached,
      not_booked_other = days.not_booked_other + sums.not_booked_other, not_a_lead = days.not_a_lead + sums.not_a_lead,
      confirmed_booked = days.confirmed_booked + sums.confirmed_booked,
      confirmed_not_booked = days.confirmed_not_booked + sums.confirmed_not_booked,
      confirmed_not_a_lead = days.confirmed_not_a_lead + sums.confirmed_not_a_lead
  from (
  select * from (
    select call.account_id, call.day, counted.dimension, counted.value,
      coalesce(sum(call.change) filter (where call.label = 'positive'), 0) as positive,
        coalesce(sum(call.change) filter (where call.label = 'neutral'), 0) as neutral,
        coalesce(sum(call.change) filter (where call.label = 'negative'), 0) as negative,
        coalesce(sum(call.change) filter (where call.label = 'needs_review'), 0) as needs_review,
          coalesce(sum(call.change) filter (where call.booking = 'booked'), 0) as booked,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_undecided'), 0) as not_booked_undecided,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_unreached'), 0) as not_booked_unreached,
          coalesce(sum(call.change) filter (where call.booking = 'not_booked_other'), 0) as not_booked_other,
          coalesce(sum(call.change) filter (where call.booking = 'not_a_lead'), 0) as not_a_lead,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'booked'),
          0) as confirmed_booked, coalesce(sum(call.change) filter (where call.is_confirmed
          and call.booking like 'not_booked%'), 0) as confirmed_not_booked,
          coalesce(sum(call.change) filter (where call.is_confirmed and call.booking = 'not_a_lead'),
          0) as confirmed_not_a_lead
    from (select *, -1 as change from removed) call
      cross join lateral (values ('all', ''), ('direction', call.direction), ('agent', call.agent_id::text), ('topic',
        call.topic), ('hour', call.hour::text),
        (call.direction || '_agent', call.agent_id::text),
        (call.direction || '_topic', call.topic),
        (call.direction || '_hour', call.hour::text),
        (case when call.booking is not null then call.direction || '_campaign' end, call.campaign)) counted (dimension,
        value)
    where counted.dimension is not null and counted.value is not null
    group by 1, 2, 3, 4) sums
  where (positive, neutral, negative, needs_review, booked, not_booked_undecided, not_booked_unreached,
    not_booked_other, not_a_lead, confirmed_booked, confirmed_not_booked, confirmed_not_a_lead) <> (0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0)
  order by account_id, dimension, day, value) sums
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
